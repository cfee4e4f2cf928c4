#!/bin/sh
# Makes the libraries that the Windows build is linked with, and Debian has no MinGW package of: libraries.sh DIRECTORY.
#
# Each is Debian's own source package in the version that is installed here, so that Windows gets what Linux has; `versions` in
# DIRECTORY records them (~/.cache/workbench-windows is where the preset looks). What is only headers is taken from Debian's package itself. Exit: 0 good, 1 one could not be made, 77
# something is missing, which the message names.
set -eu

out=${1:?libraries.sh DIRECTORY}
here=$(dirname "$(readlink -f "$0")")
host=x86_64-w64-mingw32

lacking() {
    echo "$1" >&2
    exit 77
}
for tool in $host-gcc:gcc-mingw-w64-x86-64-win32 $host-g++:g++-mingw-w64-x86-64-win32 $host-g++-posix:g++-mingw-w64-x86-64-posix cmake:cmake dpkg-source:dpkg-dev pkg-config:pkg-config; do
    command -v "${tool%:*}" >/dev/null || lacking "there is no ${tool%:*}; Debian's package is ${tool#*:}"
done
mkdir -p "$out/include" "$out/lib/pkgconfig" "$out/bin" "$out/kept"
out=$(cd "$out" && pwd)
kept=$out/kept

# fetch SOURCE PACKAGE: the source of an installed package, in $source.
fetch() {
    # shellcheck disable=SC2016 # dpkg's variables
    version=$(dpkg-query -W -f '${source:Version}' "$2" 2>/dev/null) || lacking "there is no $2, whose version the Windows build has to have"
    "$here/../debian_source.sh" "$1" "$version" "$kept"
    source=$kept/$1-$version
}

# describe NAME VERSION CFLAGS LIBS: for pkg-config.
describe() {
    printf 'Name: %s\nDescription: %s for Windows\nVersion: %s\nCflags: %s\nLibs: %s\n' "$1" "$1" "$2" "$3" "$4" >"$out/lib/pkgconfig/$1.pc"
    touch "$out/lib/pkgconfig/$1.pc"
}

# by_cmake NAME OPTION...: builds and installs $source.
by_cmake() {
    name=$1
    shift
    cmake --fresh -S "$source" -B "$kept/build-$name" -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DWB_WINDOWS_LIBRARIES="$out" \
        -DCMAKE_INSTALL_PREFIX="$out" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF "$@"
    cmake --build "$kept/build-$name" -j "$(nproc)"
    cmake --install "$kept/build-$name" --strip
}

make_glfw3() {
    fetch glfw3 libglfw3-dev
    by_cmake glfw -DGLFW_BUILD_DOCS=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_EXAMPLES=OFF
    describe glfw3 "$version" "-I$out/include" "-L$out/lib -lglfw3 -lgdi32"
}

make_imgui() {
    fetch imgui libimgui-dev
    mkdir -p "$out/include/imgui/backends"
    cp "$source"/*.h "$out/include/imgui"
    cp "$source"/backends/imgui_impl_glfw.* "$source"/backends/imgui_impl_opengl3*.* "$out/include/imgui/backends"
    for file in imgui imgui_draw imgui_tables imgui_widgets backends/imgui_impl_glfw backends/imgui_impl_opengl3; do
        $host-g++ -O2 -ffile-prefix-map="$kept=." -I"$source" -I"$out/include" -c "$source/$file.cpp" -o "$kept/$(basename $file).o"
        set -- "$@" "$kept/$(basename $file).o"
    done
    rm -f "$out/lib/libimgui.a"
    $host-ar rcs "$out/lib/libimgui.a" "$@"
    describe imgui "$version" "-I$out/include/imgui" "-L$out/lib -limgui -limm32 -ldwmapi"
}

make_stb() {
    # shellcheck disable=SC2016 # dpkg's variables
    version=$(dpkg-query -W -f '${source:Version}' libstb-dev 2>/dev/null) || lacking "there is no libstb-dev"
    cp -r /usr/include/stb "$out/include"
    printf '#define STB_IMAGE_IMPLEMENTATION\n#define STB_IMAGE_WRITE_IMPLEMENTATION\n#define STB_TRUETYPE_IMPLEMENTATION\n%s\n%s\n%s\n' \
        '#include <stb/stb_image.h>' '#include <stb/stb_image_write.h>' '#include <stb/stb_truetype.h>' >"$kept/stb.c"
    $host-gcc -O2 -w -ffile-prefix-map="$out=." -I"$out/include" -c "$kept/stb.c" -o "$kept/stb.o"
    $host-ar rcs "$out/lib/libstb.a" "$kept/stb.o"
    describe stb "$version" "-I$out/include" "-L$out/lib -lstb"
}

make_cglm() {
    # shellcheck disable=SC2016 # dpkg's variables
    version=$(dpkg-query -W -f '${source:Version}' libcglm-dev 2>/dev/null) || lacking "there is no libcglm-dev"
    mkdir -p "$out/include/GL"
    cp -r /usr/include/cglm /usr/include/EGL /usr/include/KHR "$out/include"
    cp /usr/include/GL/glcorearb.h "$out/include/GL"
    describe cglm "$version" "-I$out/include" ""
}

# The program that compiles kernels for the machine; it is shipped beside the others, and takes names in UTF-8 as they do. Its
# threads are those of C++.
make_glslang() {
    fetch glslang glslang-tools
    $host-windres -I "$here" "$here/workbench.rc" "$kept/workbench.o"
    by_cmake glslang -DCMAKE_CXX_COMPILER=$host-g++-posix -DENABLE_OPT=OFF -DENABLE_HLSL=OFF -DENABLE_CTEST=OFF \
        -DCMAKE_EXE_LINKER_FLAGS="-static $kept/workbench.o -Wl,--no-insert-timestamp"
    describe glslang "$version" "" ""
}

make_cmocka() {
    fetch cmocka libcmocka-dev
    by_cmake cmocka -DWITH_STATIC_LIB=ON -DUNIT_TESTING=OFF -DWITH_EXAMPLES=OFF
    describe cmocka "$version" "-I$out/include" "-L$out/lib -lcmocka-static"
}

if [ $# -gt 1 ]; then # one of them, in a shell that ends at the first mistake
    "make_$2"
    echo "$version" >"$kept/$2.made"
    exit 0
fi
for library in cglm stb glfw3 imgui cmocka glslang; do
    [ ! -e "$kept/$library.made" ] || continue
    echo "$library"
    sh "$0" "$out" "$library" >"$kept/$library.log" 2>&1 || lacking "$library could not be made; $kept/$library.log says why: $(tail -n 3 "$kept/$library.log")"
done
for made in "$kept"/*.made; do
    echo "$(basename "$made" .made) $(cat "$made")"
done >"$out/versions"
