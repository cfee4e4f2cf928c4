#!/bin/sh
# Makes the compiler for pages: compiler.sh DIRECTORY, which then has machine-glslang.js: glslang as WebAssembly, in a script of its own.
#
# It is the glslang that glslangValidator here was made from: Debian's source package of the same version, fetched with apt-get, whose
# settings stay as they are. Fetching and compiling takes two minutes; what it came to is kept in DIRECTORY/glslang. Exit: 0 good,
# 1 it could not be made, 77 something is missing, which the message names.
set -eu

out=${1:?compiler.sh DIRECTORY}
web=$(dirname "$(readlink -f "$0")")

lacking() {
    echo "$1" >&2
    exit 77
}
for tool in emcc:emscripten node:nodejs dpkg-source:dpkg-dev python3:python3; do
    command -v "${tool%:*}" >/dev/null || lacking "there is no ${tool%:*}; Debian's package is ${tool#*:}"
done
# shellcheck disable=SC2016 # dpkg's variables
version=$(dpkg-query -W -f '${source:Version}' glslang-tools 2>/dev/null) || lacking "there is no glslang-tools, whose version the pages' compiler has to have"
mkdir -p "$out/glslang"
out=$(cd "$out" && pwd)
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs"
kept=$out/glslang/$version
source=$out/glslang/glslang-$version
to=$out/machine-glslang.js
[ ! -e "$to" ] || [ ! -e "$kept/lib.a" ] || [ -n "$(find "$web/compiler.cpp" "$web/compiler.sh" -newer "$to")" ] || exit 0

# All but HLSL, and what is for other systems and for the command line.
build() {
    (
        cd "$source"
        python3 build_info.py . -i build_info.h.tmpl -o "$kept/include/glslang/build_info.h"
        mkdir -p "$kept/objects"
        # shellcheck disable=SC2016 # the inner shell's
        find glslang/GenericCodeGen glslang/MachineIndependent glslang/OSDependent/Unix SPIRV OGLCompilersDLL StandAlone/ResourceLimits.cpp -name '*.cpp' |
            grep -vE 'SPVRemapper|CInterface' |
            nice xargs -P "$(nproc)" -I FILE sh -c 'to=$1/objects/$(echo FILE | tr / _).o
                [ -e "$to" ] || em++ -O3 -std=c++11 -fno-rtti -fno-exceptions -DENABLE_OPT=0 -I. -I"$1/include" -c FILE -o "$to"' - "$kept"
        rm -f "$kept/half.a"
        emar rcs "$kept/half.a" "$kept"/objects/*.o
        mv "$kept/half.a" "$kept/lib.a"
    )
}

"$web/../../cmake/debian_source.sh" glslang "$version" "$out/glslang" >"$kept.log" 2>&1 ||
    lacking "the sources of glslang $version cannot be fetched: $(tail -n 1 "$kept.log")"
[ -e "$kept/lib.a" ] || build
half=$kept/half.$$
em++ -O3 -std=c++11 -fno-rtti -fno-exceptions -I"$source" -I"$kept/include" "$web/compiler.cpp" "$kept/lib.a" -o "$half.js" \
    -sSINGLE_FILE=1 -sMODULARIZE=1 -sEXPORT_NAME=compilerModule -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sFILESYSTEM=0 -sTEXTDECODER=2 \
    -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPU8,stringToUTF8,lengthBytesUTF8
# shellcheck disable=SC2016 # JavaScript
node -e 'const fs = require("fs"); const [, from, to] = process.argv;
    fs.writeFileSync(to, `KernelMachine.provide("glslang", ${JSON.stringify(fs.readFileSync(from, "utf8"))});\n`);' "$half.js" "$half.part"
rm -f "$half.js"
mv "$half.part" "$to"
