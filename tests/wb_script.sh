#!/bin/sh
# Tests ../wb against stubs of apt-get, dpkg-query, sudo, id, cmake, ctest: no network, no root, no
# GPU, a second or two. Each test works in a copy of a small course of its own.
#
# The PATH holds nothing but the stubs and the few tools named below, so that wb is also shown to
# need no others, and a tool is missing when its stub is.
set -eu

here=$(dirname "$(readlink -f "$0")")
sandbox=$(mktemp -d)
trap 'rm -rf "$sandbox"' EXIT

# The shell that runs it: dash, or what the argument names.
shell=$(command -v "${1:-dash}" || command -v sh)
tools='cat dirname flock head mkdir nproc readlink rm sed tail tr uname xargs' # wb's
tools="$tools cp grep"                                                     # the stubs'
echo y >"$sandbox/in" # an answer that apt must not get to see
unset WB_PRESET CMAKE_BUILD_PARALLEL_LEVEL
passed=0
failed=0

# ---- A small course ----------------------------------------------------------------------------

# stub NAME: stdin becomes the command NAME.
stub() {
    { echo "#!$bin/sh" && cat; } >"$bin/$1"
    chmod +x "$bin/$1"
}

# Everything is there, four lessons, nothing configured. The stubs write what they are asked into
# $course/calls.
new_course() {
    rm -rf "$sandbox/here" "$sandbox/elsewhere"
    course="$sandbox/here/my course" # wb has to cope with the space
    bin=$sandbox/here/bin
    mkdir -p "$course" "$bin" "$sandbox/elsewhere"
    cp "$here/../wb" "$course/wb"
    for tool in $tools; do ln -s "$(command -v "$tool")" "$bin/$tool"; done
    ln -s "$shell" "$bin/sh"

    mkdir -p "$course/lessons/01_add" "$course/lessons/04_life" "$course/lessons/08_scan" \
        "$course/lessons/12_scan_large" "$course/screenshots"
    printf 'A line before.\n\n# Ping-pong: the Game of Life\n\n# Later\n' \
        >"$course/lessons/04_life/README.md"
    : >"$course/calls"
    : >"$course/missing" # one package a line

    stub id <<'END'
echo "${TEST_UID:-0}"
END
    stub sudo <<END
echo "sudo \$1" >>"$course/calls"
exec "\$@"
END
    stub env <<'END'
[ "$1" = DEBIAN_FRONTEND=noninteractive ] || exit 99
shift
DEBIAN_FRONTEND=noninteractive exec "$@"
END
    stub dpkg-query <<END
echo "dpkg-query" >>"$course/calls"
shift 3
for package; do
    if grep -qx "\$package" "$course/missing"; then
        echo "dpkg-query: no packages found matching \$package" >&2
    else
        printf '%s:installed ' "\$package"
    fi
done
END
    # Installs what it is asked, unless the course says that it can't.
    stub apt-get <<END
echo "apt-get \$*" >>"$course/calls"
if [ "\$1" = update ]; then
    [ ! -e "$course/lists-are-locked" ] || {
        echo "E: Could not get lock $course/lists/lock"
        exit 100
    }
    exit 1 # some foreign source is stale
fi
[ "\$DEBIAN_FRONTEND" = noninteractive ] || exit 99
read -r answer && exit 98 # apt can't be answered
[ ! -e "$course/dpkg-is-locked" ] || echo "Warten auf Sperre: /var/lib/dpkg/lock-frontend ..."
[ ! -e "$course/apt-is-broken" ] || { echo "E: no such package"; exit 100; }
: >"$course/missing"
END
    # Configures, and builds lessons that tell how they were called.
    stub cmake <<END
echo "cmake \$*" >>"$course/calls"
[ "\$1" != --version ] || { echo "cmake version 3.25.1"; exit 0; }
if [ "\$1" = -S ]; then
    [ ! -e "$course/cmake-is-broken" ] || { echo "CMake Error: broken"; exit 1; }
    mkdir -p "$course/build/\$4/bin"
    : >"$course/build/\$4/Makefile"
    exit 0
fi
[ ! -e "$course/code-is-broken" ] || { echo "main.c:1: error"; exit 2; }
echo "compiling in silence"
cp "$course/lesson" "\$2/bin/01_add"
cp "$course/lesson" "\$2/bin/04_life"
END
    stub ctest <<END
echo "ctest \$*" >>"$course/calls"
exit \${TEST_CTEST_EXIT:-0}
END
    # The process that held the lock of the lists is gone by then.
    stub sleep <<END
rm -f "$course/lists-are-locked"
END
    for tool in gcc g++ make pkg-config; do
        echo "echo $tool 1.0" | stub "$tool"
    done

    stub lesson <<'END'
echo "$0 in $PWD:"
for argument; do echo "<$argument>"; done
exit "${TEST_LESSON_EXIT:-0}"
END
    mv "$bin/lesson" "$course/"
}

# wb ARGUMENT...: runs the course's wb from another directory; leaves $status, $out and $err.
wb() {
    status=0
    (cd "$sandbox/elsewhere" && PATH=$bin exec "$bin/sh" "${wb_path:-$course/wb}" "$@") \
        >"$sandbox/out" 2>"$sandbox/err" <"$sandbox/in" || status=$?
    out=$(cat "$sandbox/out")
    err=$(cat "$sandbox/err")
}

calls() {
    cat "$course/calls"
}

# ---- Expectations: each prints what it missed, and counts ----------------------------------------

check() {
    if [ "$1" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s: %s\n--- exit %s, stdout:\n%s\n--- stderr:\n%s\n--- calls:\n%s\n' \
            "$test_name" "$2" "$status" "$out" "$err" "$(calls)"
    fi
}

expect_status() {
    answer=no
    [ "$status" -ne "$1" ] || answer=yes
    check "$answer" "exit $1"
}

# expect TEXT PART, expect_not TEXT PART
expect() {
    case $1 in *"$2"*) check yes ;; *) check no "should contain: $2" ;; esac
}

expect_not() {
    case $1 in *"$2"*) check no "should not contain: $2" ;; *) check yes ;; esac
}

expect_same() {
    answer=no
    [ "$1" != "$2" ] || answer=yes
    check "$answer" "'$1' should be '$2'"
}

# begin NAME
begin() {
    test_name=$1
    wb_path=
    new_course
}

# ---- Tests -------------------------------------------------------------------------------------

begin 'help in all its forms'
for form in help -h --help; do
    wb $form
    expect_status 0
    expect "$out" 'Usage: ./wb COMMAND'
    expect_same "$err" ''
done
wb
expect_status 0
expect "$out" 'Usage: ./wb COMMAND'

begin 'version'
echo 'project(workbench VERSION 1.2.3 LANGUAGES C)' >"$course/CMakeLists.txt"
wb --version
expect_status 0
expect_same "$out" 'workbench 1.2.3'

begin 'wrong usage'
wb fly
expect_status 2
expect "$err" "no command 'fly'"
expect "$err" 'setup list next run check answer progress reset bench debug show shots tour test grade book dist text doctor help'
expect_same "$out" ''
wb list all
expect_status 2
wb run
expect_status 2
expect "$err" "'run' needs a lesson"
expect "$err" '04  life'
wb run ''
expect_status 2
wb run tetris
expect_status 2
expect "$err" "no lesson 'tetris'"
expect "$err" '04  life'
wb run 9
expect_status 2
WB_PRESET=fast wb run 4
expect_status 2
expect "$err" "WB_PRESET is 'fast'"
expect_same "$(calls)" ''

begin 'list'
wb list
expect_status 0
expect_same "$out" "01  add                  add
04  life                 Ping-pong: the Game of Life
08  scan                 scan
12  scan_large           scan_large"

begin 'every name of a lesson'
for name in 4 04 life 04_life lif; do
    wb run $name
    expect_status 0
    expect "$out" '/bin/04_life in '
done
wb run 1 # which stands in 12, too
expect "$out" '/bin/01_add in '
wb run sca
expect_status 2
expect "$err" "'sca' could be any of these lessons: 08_scan 12_scan_large"

begin 'a whole name wins over a part, and 08 is a number'
for name in scan 8 08; do
    wb run $name
    expect "$(calls)" '--target 08_scan'
    expect_not "$(calls)" '12_scan_large'
done

begin 'run configures once, builds one target, passes options on'
wb run 4 --frames 3 --set 'name=a b'
expect_status 0
expect_same "$out" "$course/build/release/bin/04_life in $sandbox/elsewhere:
<--frames>
<3>
<--set>
<name=a b>"
expect_same "$err" ''
expect "$(calls)" "cmake -S $course --preset release -D WB_TESTS=OFF"
expect "$(calls)" "cmake --build $course/build/release --parallel"
expect "$(calls)" '--target 04_life'
expect_not "$(calls)" 'apt-get'
: >"$course/calls"
wb run 4
expect_not "$(calls)" '--preset'

begin 'check, bench and step'
wb check 4 --seed 7
expect "$out" "<--check>
<--seed>
<7>"
wb bench 4
expect "$out" '<--bench>'
wb debug 4 --group 1,2
expect "$out" '<--debug>
<--group>
<1,2>'

begin 'tasks'
wb check 4
expect "$out" '<--check>
<--task>
<next>'
wb check 4.2 --hint
expect "$out" '<--check>
<--task>
<2>
<--hint>'
wb check life.gas
expect "$out" '<--task>
<gas>'
wb check 4 --all --kernels
expect "$out" ':
<--check>
<--kernels>'
wb answer 4.1 3 2
expect "$out" '<--check>
<--task>
<1>
<--answer>
<3 2>'
for words in answer 'answer 4 2' 'answer 4.1'; do
    # shellcheck disable=SC2086 # some words
    wb $words
    expect_status 2
    expect "$err" './wb answer 4.1 VALUE...'
done
stub python3 <<'END'
echo "python3 $*"
END
mkdir "$course/lessons/00_hello"
for words in next 'progress --json out' 'reset 4.gas --yes' 'reset 4' 'check 0.1 --hint'; do
    # shellcheck disable=SC2086 # some words
    wb $words
    expect_status 0
    expect "$out" "tools/tasks.py --bin $course/build/release/bin ${words%% *}"
done
wb reset 4.gas --yes
expect "$out" 'reset 04_life gas --yes'
rm -r "$bin/python3" "$course/lessons/00_hello"

begin 'what a lesson under --watch gets when its C is saved'
stub lesson <<'END'
echo "$*"
sh "$WB_ROOT/wb" rebuild "${0##*/}"
echo "built: $?"
: >"$WB_ROOT/code-is-broken"
sh "$WB_ROOT/wb" rebuild "${0##*/}" || echo "not built: $?"
END
mv "$bin/lesson" "$course/"
wb check 4 --watch
expect_status 0
expect_same "$out" '--check --watch
built: 0
not built: 1'
expect "$err" 'main.c:1: error'
expect "$err" 'could not build 04_life in build/release'
expect_same "$(calls | grep -c 'build/release --parallel .* --target 04_life$')" 3

begin 'show'
wb show 4
expect_same "$out" "$course/build/release/bin/04_life in $sandbox/elsewhere:
<--show>"
wb show 4 in_place
expect "$out" '<--show>
<--variant>
<in_place>'
wb show 4 in_place 'the borders' --set width=61
expect "$out" '<--show>
<--variant>
<in_place>
<--pass>
<the borders>
<--set>
<width=61>'
wb show 4 --pass life
expect "$out" '<--show>
<--pass>
<life>'
expect_not "$out" '<--variant>'
wb show
expect_status 2
expect "$err" "'show' needs a lesson"
mkdir "$course/lessons/00_hello"
wb show 0
expect_status 2
expect "$err" "as they stand in lessons/00_hello"

begin 'the help of each command'
: >"$course/cmake-is-broken"
for name in setup list run check answer next progress reset bench debug show shots tour test book text doctor; do
    wb $name --help
    expect_status 0
    expect "$out" 'Usage: ./wb COMMAND'
    expect "$out" "
  $name"
    expect_not "$out" 'help              this text'
    expect_same "$err" ''
done
expect_same "$(calls)" ''
wb shots --help
expect "$out" 'shots --accept P'
wb test --help
expect_not "$out" 'shots'
rm "$course/cmake-is-broken"
wb run 4 --help # of a lesson, by the lesson
expect "$out" '<--help>'

begin "the lesson's exit code"
TEST_LESSON_EXIT=77 wb check 4
expect_status 77
TEST_LESSON_EXIT=1 wb run 4
expect_status 1

begin 'another preset'
WB_PRESET=asan wb run 4
expect_status 0
expect "$out" '/build/asan/bin/04_life in '
expect "$(calls)" '--preset asan'

begin 'through a symbolic link'
ln -s "$course/wb" "$sandbox/here/link"
ln -s link "$sandbox/here/link2"
wb_path=$sandbox/here/link2
wb run 4
expect_status 0
expect "$out" "$course/build/release/bin/04_life in "

begin 'a build that fails'
: >"$course/code-is-broken"
wb run 4
expect_status 1
expect "$err" 'main.c:1: error'
expect "$err" 'could not build 04_life in build/release'
expect_not "$out" '04_life in '

begin 'a configuration that fails'
: >"$course/cmake-is-broken"
wb run 4
expect_status 1
expect "$err" 'CMake Error: broken'
expect_not "$(calls)" '--build'

begin 'setup with nothing missing leaves apt alone'
wb setup
expect_status 0
expect_not "$(calls)" 'apt-get'
expect "$(calls)" '--preset release'
expect_same "$(grep -c dpkg-query "$course/calls")" 2 # what is needed, and what is only good to have

begin 'setup without the compiler for the kernel machine'
echo glslang-tools >"$course/missing"
: >"$course/apt-is-broken"
wb setup
expect_status 0
expect "$err" 'glslang-tools cannot be installed; what needs it is left out'
expect "$(calls)" '--preset release'

begin 'setup as root installs exactly what is missing'
printf 'libglfw3-dev\npython3-glad\n' >"$course/missing"
wb setup
expect_status 0
expect "$(calls)" 'apt-get install -y --no-install-recommends libglfw3-dev python3-glad'
expect_not "$(calls)" 'sudo'
expect "$(calls)" '--preset release'

begin 'setup as another user than root goes through sudo'
echo libcglm-dev >"$course/missing"
TEST_UID=1000 wb setup
expect_status 0
expect "$(calls)" 'sudo env'
expect "$(calls)" 'apt-get install -y --no-install-recommends libcglm-dev'

begin 'neither root nor sudo'
rm "$bin/sudo"
echo libcglm-dev >"$course/missing"
TEST_UID=1000 wb setup
expect_status 77
expect "$err" 'As root: apt-get install libcglm-dev'
expect_not "$(calls)" 'apt-get'

begin 'a command from elsewhere is as good as its package'
printf 'cmake\ngcc\n' >"$course/missing"
wb setup
expect_not "$(calls)" 'apt-get'
rm "$bin/gcc"
wb setup
expect "$(calls)" '--no-install-recommends gcc'
expect_not "$(calls)" '--no-install-recommends gcc cmake'

begin 'apt fails'
echo libcglm-dev >"$course/missing"
: >"$course/apt-is-broken"
TEST_UID=1000 wb run 4
expect_status 77
expect "$err" 'E: no such package'
expect "$err" 'By hand: sudo apt-get install -y --no-install-recommends libcglm-dev'
expect_not "$(calls)" 'cmake'

begin 'apt fails at the end of much talk'
echo libcglm-dev >"$course/missing"
stub apt-get <<'END'
[ "$1" = install ] || exit 0
for line in a b c d e f g h i j k l m n o p q r s t u v w x y z; do echo "line $line"; done
echo "E: no space left"
exit 100
END
wb run 4
expect_status 77
expect "$err" 'line z
E: no space left
wb: could not install'
expect_not "$err" 'line a'

begin 'apt waits for another'
echo libcglm-dev >"$course/missing"
wb setup
expect "$(calls)" 'libcglm-dev -o DPkg::Lock::Timeout=600'
expect_not "$err" 'waiting'
echo libcglm-dev >"$course/missing"
: >"$course/dpkg-is-locked"
wb setup
expect_status 0
expect "$err" 'wb: another program is installing packages; waiting for it, for 600 s at most'

begin 'nor does the lock of the lists stop it'
echo libcglm-dev >"$course/missing"
: >"$course/lists-are-locked"
: >"$course/calls"
wb setup
expect_status 0
expect "$err" 'waiting for it, for 600 s at most'
expect_same "$(grep -c 'apt-get update' "$course/calls")" 2

begin 'a system without apt-get'
rm "$bin/apt-get" "$bin/dpkg-query"
wb setup
expect_status 77
expect "$err" 'no apt-get'
expect "$err" 'libglfw3-dev'
expect_not "$err" 'gcc'
wb run 4
expect_status 77
PATH=$bin cmake -S "$course" --preset release # by hand, as the message says
wb run 4
expect_status 0

begin 'test'
echo libcmocka-dev >"$course/missing"
TEST_CTEST_EXIT=0 wb test -R "a b"
expect_status 0
expect "$(calls)" '--no-install-recommends libcmocka-dev'
expect "$(calls)" '--preset release -D WB_TESTS=ON'
expect "$(calls)" "ctest --preset release --parallel $(nproc) -R a b"
expect_not "$(calls)" 'slow'
wb test --quick --verbose
expect "$(calls)" "ctest --preset release --parallel $(nproc) -LE ^slow\$ --verbose"
CTEST_PARALLEL_LEVEL=3 wb test
expect "$(calls)" 'ctest --preset release --parallel 3'
: >"$course/calls"
wb setup
expect_not "$(calls)" 'WB_TESTS' # what is configured with tests keeps them
expect_not "$(calls)" '--target'
TEST_CTEST_EXIT=8 wb test
expect_status 1
: >"$course/code-is-broken"
: >"$course/calls"
wb test
expect_status 1
expect_not "$(calls)" 'ctest'

begin 'test --all-builds'
echo clang >"$course/missing"
wb test --all-builds
expect_status 0
expect "$(calls)" '--no-install-recommends clang'
expect "$(calls)" '--preset clang -D WB_TESTS=ON'
expect "$(calls)" "ctest --preset clang --parallel $(nproc) --no-tests=error -C whole -LE slow|window|source"
expect "$(calls)" "build/fuzz --parallel $(nproc) --target fuzzers"
expect "$(calls)" "ctest --preset fuzz --parallel $(nproc) --no-tests=error -L fuzz"
expect "$(calls)" "ctest --preset asan --parallel $(nproc) --no-tests=error -L ^(unit|gl|check)\$ -LE slow|source"
expect_not "$(calls)" '--preset release'
expect "$err" 'build/asan: testing'
: >"$course/calls"
TEST_CTEST_EXIT=8 wb test --all-builds
expect_status 1
expect "$err" "cd '$course' && ctest --preset clang --rerun-failed --output-on-failure"
expect_not "$(calls)" '--preset fuzz'
: >"$course/calls"
: >"$course/code-is-broken"
wb test --all-builds
expect_status 1
expect "$err" 'could not build everything in build/clang'
expect_not "$(calls)" 'ctest'
wb test --all-builds -R life
expect_status 2
expect "$err" "'test --all-builds' takes no arguments"

begin 'text needs python3, and nothing built'
wb text
expect_status 77
expect "$err" 'no python3'
stub python3 <<'END'
echo "<$1> <$2> <$3>"
exit 1
END
wb text 'a b.md'
expect_status 1
expect_same "$out" "<$course/tools/text.py> <refresh> <a b.md>"
expect_not "$(calls)" 'cmake'

begin 'shots builds what it needs, and leaves the rest to tools/shots.py'
wb shots
expect_status 77
expect "$err" 'no python3'
expect_same "$(calls)" ''
stub python3 <<'END'
for argument; do echo "<$argument>"; done
exit 1
END
wb shots
expect_status 1
expect_same "$out" "<$course/tools/shots.py>
<--bin>
<$course/build/release/bin>"
expect "$(calls)" '--target 01_add 04_life 08_scan 12_scan_large wb_compare'

begin 'shots of one lesson, under any of its names'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
END
wb shots life --open
expect_status 0
expect "$out" '<04_life>
<--open>'
expect "$(calls)" '--target 04_life wb_compare'
: >"$course/calls"
wb shots --open
expect "$out" '/bin>
<--open>'
expect "$(calls)" '--target 01_add 04_life'
wb shots tetris
expect_status 2
expect "$err" "no lesson 'tetris'"

begin 'shots takes a new reference'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
END
wb shots --accept 04_life.packed --yes
expect_status 0
expect "$out" '<--accept>
<04_life.packed>
<--yes>'
expect "$(calls)" '--target 04_life wb_compare'
wb shots --accept
expect_status 2
expect "$err" "'shots --accept' needs a picture"

begin 'two at once'
wb setup
stub lesson <<END
flock -n "$course/build/release.lock" cat /dev/null && echo "others may build"
END
mv "$bin/lesson" "$course/"
(flock 9 && : >"$sandbox/held" && sleep 0.5) 9>>"$course/build/release.lock" &
until [ -e "$sandbox/held" ]; do sleep 0.05; done
wb run 4
expect_status 0
expect_same "$err" 'wb: another wb is building in build/release; waiting for it'
expect_same "$out" 'others may build'
wait

begin 'a tree that was copied with its build'
wb setup
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$course" >"$course/build/release/CMakeCache.txt"
: >"$course/build/release/old"
wb run 4
expect_status 0
expect_same "$err" ''
check "$([ -e "$course/build/release/old" ] && echo yes || echo no)" 'the build of this tree stays'
echo "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else" >"$course/build/release/CMakeCache.txt"
: >"$course/calls"
wb run 4
expect_status 0
expect "$err" 'build/release is a build of /somewhere/else; starting afresh'
expect "$(calls)" "cmake -S $course --preset release"
check "$([ -e "$course/build/release/old" ] && echo no || echo yes)" 'nothing of the other build stays'

begin 'a tree that cannot be written'
chmod 755 "$sandbox" "$sandbox/elsewhere" "$sandbox/here"
chmod 666 "$course/calls" "$sandbox/out" "$sandbox/err"
as_nobody= # root may write anywhere
[ "$(id -u)" -ne 0 ] || as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
wb_of_somebody_else() {
    chmod -R a-w "$course/lessons" "$course"
    chmod a+w "$course/calls"
    status=0
    # shellcheck disable=SC2086 # some words or none
    (cd "$sandbox/elsewhere" && PATH=$bin:$PATH exec $as_nobody "$bin/sh" "$course/wb" "$@") \
        >"$sandbox/out" 2>"$sandbox/err" <"$sandbox/in" || status=$?
    out=$(cat "$sandbox/out")
    err=$(cat "$sandbox/err")
    chmod -R u+w "$course"
}
wb_of_somebody_else run 4
expect_status 1
expect_same "$err" "wb: this tree cannot be written, so nothing can be built in it. In a directory of yours: \
cmake -S '$course' -B DIRECTORY && cmake --build DIRECTORY"
mkdir -p "$course/build/release"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else" >"$course/build/release/CMakeCache.txt"
chmod a-w "$course/build/release"
wb_of_somebody_else run 4
expect_status 1
expect_same "$err" "wb: this tree cannot be written, so nothing can be built in it. In a directory of yours: \
cmake -S '$course' -B DIRECTORY && cmake --build DIRECTORY"
chmod u+w "$course/build/release"
rm -r "$course/build/release"
wb run 4
wb_of_somebody_else run 4
expect_status 0
expect "$err" 'wb: this tree cannot be written; taking what has been built in it'
expect "$out" "$course/build/release/bin/04_life in $sandbox/elsewhere"
wb_of_somebody_else run 8
expect_status 1
expect "$err" 'there is no 08_scan in build/release'

begin 'grade builds the lessons, and leaves the rest to tools/grade.py'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
END
wb grade --limit 9 anna ben
expect_status 0
expect_same "$out" "<$course/tools/grade.py>
<--bin>
<$course/build/release/bin>
<--limit>
<9>
<anna>
<ben>"
expect "$(calls)" '--target 01_add 04_life 08_scan 12_scan_large'
: >"$course/calls"
wb grade --help
expect_same "$(calls)" ''

begin 'book builds nothing, and installs what makes the pages'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
exit 1
END
echo pandoc >"$course/missing"
wb book --out somewhere
expect_status 1
expect_same "$out" "<$course/tools/book.py>
<--out>
<somewhere>"
expect "$(calls)" 'install -y --no-install-recommends pandoc'
expect_not "$(calls)" 'cmake'

begin 'dist installs the compilers for Windows, builds the lessons and the book, and leaves the rest to tools/dist.py'
stub python3 <<'END'
name=${1##*/}
shift
echo "$name $*"
END
echo g++-mingw-w64-x86-64-posix >"$course/missing"
wb dist linux
expect_status 0
expect_same "$out" "book.py --without-tasks --out $course/build/dist-book
dist.py --bin $course/build/release/bin linux"
expect_not "$(calls)" 'apt-get'
wb dist windows 'here and now'
expect_status 0
expect "$out" "dist.py --bin $course/build/release/bin windows here and now"
expect "$(calls)" 'install -y --no-install-recommends g++-mingw-w64-x86-64-posix'
expect "$(calls)" '--target 01_add 04_life 08_scan 12_scan_large'
wb dist amiga
expect_status 2
expect "$err" './wb dist windows, or ./wb dist linux'

begin "on Windows, MSYS2's pacman installs"
rm "$bin/apt-get" "$bin/dpkg-query"
stub pacman <<END
echo "pacman \$*" >>"$course/calls"
[ "\$1" != -T ] || { echo ucrt-glfw; exit 127; }
END
MINGW_PACKAGE_PREFIX=ucrt wb run 4
expect_status 0
expect "$(calls)" 'pacman -T make ucrt-gcc ucrt-cmake'
expect "$(calls)" 'pacman -S --needed --noconfirm ucrt-glfw'
expect "$out" "$course/build/release/bin/04_life in "

begin 'accepting what is no picture'
stub python3 </dev/null
wb shots --accept ../../x
expect_status 2
expect "$err" "'../../x' is not a picture's name"

begin 'tour builds all lessons, and leaves the rest to tools/tour.py'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
END
wb tour --out films
expect_status 0
expect_same "$out" "<$course/tools/tour.py>
<--bin>
<$course/build/release/bin>
<--out>
<films>"
expect "$(calls)" '--target 01_add 04_life 08_scan 12_scan_large'

begin 'doctor on a good machine'
mkdir -p "$course/build/release/bin"
echo 'echo OpenGL 4.5' | stub wb_doctor
mv "$bin/wb_doctor" "$course/build/release/bin/"
DISPLAY=:7 wb doctor
expect_status 0
expect "$out" 'cmake version 3.25.1'
expect "$out" 'to build and run: all there'
expect "$out" ':7'
expect "$out" 'OpenGL 4.5'
echo libcmocka-dev >"$course/missing"
wb doctor
expect_status 0
expect "$out" 'only for wb test: missing libcmocka-dev'
expect_not "$(calls)" 'install'

echo libegl-dev >>"$course/missing"
wb doctor
expect_status 1
: >"$course/missing"
echo 'exit 77' >>"$course/build/release/bin/wb_doctor"
wb doctor
expect_status 1

begin 'doctor on a bad machine'
rm "$bin/g++"
printf 'g++\nlibegl-dev\n' >"$course/missing"
TEST_UID=1000 wb doctor
expect_status 1
expect "$out" 'missing g++ libegl-dev'
expect "$out" 'sudo apt-get install -y --no-install-recommends g++ libegl-dev'
expect "$out" "cmake --build '$course/build/release' --target wb_doctor"
expect_not "$(calls)" 'apt-get'

begin 'doctor --full builds what it needs, and leaves the rest to tools/doctor.py'
wb doctor --full
expect_status 77
expect "$err" 'no python3'
stub python3 <<'END'
for argument; do echo "<$argument>"; done
exit 1
END
wb doctor --full
expect_status 1
expect_same "$out" "<$course/tools/doctor.py>
<--bin>
<$course/build/release/bin>"
expect "$(calls)" '--target 01_add 04_life 08_scan 12_scan_large wb_compare'
wb doctor --all
expect_status 2
expect "$err" "'doctor' takes no arguments"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
