#!/bin/sh
# Fetches Debian's source package SOURCE in the version VERSION, and unpacks it: debian_source.sh SOURCE VERSION DIRECTORY, which then has
# SOURCE-VERSION/. Does nothing if that is there.
#
# The lists of source packages are the directory's own, from the archive that apt-get uses here; apt-get's settings stay as they are.
# Exit: 0 good, 1 it could not be fetched.
set -eu

source=${1:?debian_source.sh SOURCE VERSION DIRECTORY}
version=${2:?debian_source.sh SOURCE VERSION DIRECTORY}
kept=${3:?debian_source.sh SOURCE VERSION DIRECTORY}
to=$kept/$source-$version
[ ! -d "$to" ] || exit 0

mkdir -p "$kept/lists/partial"
# shellcheck disable=SC1091
. /etc/os-release
archive=$(apt-cache policy | sed -n "s|.* \(https\?://[^ ]*\) [^ ]*/main .*|\1|p" | grep -v security | head -n 1)
[ -n "$archive" ] || { echo "apt-get knows no archive here; 'apt-get update' first" >&2; exit 1; }
echo "deb-src $archive ${VERSION_CODENAME:-stable} main" >"$kept/sources.list"
# apt_get WORD...: with the directory's own lists.
apt_get() {
    apt-get -oDir::Etc::SourceParts=/dev/null -oDir::Etc::SourceList="$kept/sources.list" -oDir::State::Lists="$kept/lists" -oAPT::Sandbox::User= -q "$@"
}

apt_get update
(cd "$kept" && apt_get --download-only source "$source=$version")
rm -rf "$to.part"
dpkg-source -x "$kept/$source"_*.dsc "$to.part"
mv "$to.part" "$to"
