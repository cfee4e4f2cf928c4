#!/bin/sh
# Makes the machine as WebAssembly: build.sh DIRECTORY. In it are then
#
#   machine-simd.js, machine-plain.js   the module with and without SIMD, each in a script of its own; machine.js loads one of them
#   machine.js, machine.d.ts            the interface
#   panel.js, pictures.js, panel.css    the panel of the book
#   capture.js, editor.js, judge.js, tasks.js   the same with an editor and the course's tasks, which need what compiler.sh makes
#
# What is newer there than all sources stays as it is. Exit: 0 good, 1 it could not be made, 77 there is no emcc, which makes it.
set -eu

out=${1:?build.sh DIRECTORY}
web=$(dirname "$(readlink -f "$0")")
machine=$(dirname "$web")
root=$(dirname "$machine")

command -v emcc >/dev/null || {
    echo "there is no emcc, which makes WebAssembly; Debian's package is emscripten" >&2
    exit 77
}
mkdir -p "$out"
out=$(readlink -f "$out")
# Where node is not Debian's, it does not find what emcc has of it.
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs"
# All but what needs a POSIX system: threads, glslangValidator, a terminal. machine/CMakeLists.txt says the same. Names begin at the
# root: its own may have blanks.
sources=$(cd "$root" && find machine -maxdepth 1 -name '*.c' | grep -vE '/(front|parallel|terminal.*|capture_run|machine_program)\.c$' | sort)
base=$(printf "common/base/%s.c " answer array check file hash memory message source text; printf "common/os/%s_posix.c " host output path text)

# make NAME OPTION...
make_module() {
    name=$1
    shift
    to=$out/machine-$name.js
    if [ -e "$to" ] && [ -z "$(find "$machine" "$root/common/base" "$root/common/os" \( -name '*.[ch]' -o -name build.sh \) -newer "$to" -not -path '*/tests/*')" ]; then
        return 0
    fi
    half=$out/half-$name.$$
    # shellcheck disable=SC2086 # lists of names
    (cd "$root" && emcc -O3 "$@" -std=gnu11 -ffp-contract=off -I. -Icommon $sources $base machine/web/web.c machine/web/answer.c machine/web/shelf.c machine/web/judge.c machine/web/exports.c -o "$half.js" \
        -sSINGLE_FILE=1 -sMODULARIZE=1 -sEXPORT_NAME=machineModule -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 \
        -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPU8,stringToUTF8,lengthBytesUTF8 \
        -sFILESYSTEM=0 -sTEXTDECODER=2) || { rm -f "$half.js"; exit 1; }
    # As a text, of which a worker is made: a page that was opened as a file may load a script, but read none.
    # shellcheck disable=SC2016 # JavaScript
    node -e 'const fs = require("fs"); const [, from, to, name] = process.argv;
        fs.writeFileSync(to, `KernelMachine.provide("${name}", ${JSON.stringify(fs.readFileSync(from, "utf8"))});\n`);' \
        "$half.js" "$half.part" "$name"
    rm -f "$half.js"
    mv "$half.part" "$to"
}

make_module simd -msimd128 &
make_module plain
wait $!
for name in machine.js machine.d.ts capture.js panel.js pictures.js editor.js judge.js tasks.js play.js check.js panel.css; do
    [ ! -e "$web/$name" ] || cp "$web/$name" "$out/$name"
done
