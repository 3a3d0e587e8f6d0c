#!/usr/bin/env bash
# Builds Navibar from these sources with an empty home folder, and compares the result byte for byte with published files.
#
#   xtask/rebuild.sh FOLDER        compares all files of a release that FOLDER has
#   xtask/rebuild.sh FILE...       compares these files
#
# docs/building.md says what must be installed. Nothing is written outside this folder.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

[[ $# -gt 0 ]] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
published=()
for argument in "$@"; do
  [[ $argument == /* ]] || argument=$OLDPWD/$argument
  if [[ -d $argument ]]; then
    for file in "$argument"/navibar-*.zip "$argument"/navibar-*.tgz "$argument"/firefox-updates.json; do
      [[ ! -e $file ]] || published+=("$file")
    done
  else
    published+=("$argument")
  fi
done

[[ ${#published[@]} -gt 0 ]] || { echo "no files of a release: $*" >&2; exit 2; }

# The toolchain stays where rustup has put it. Everything else comes fresh from crates.io and npm.
export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
export HOME=$root/target/home
rm -rf "$HOME" target/*.zip target/*.tgz target/firefox-updates.json
mkdir -p "$HOME"
unset CARGO_HOME CARGO_TARGET_DIR XDG_CACHE_HOME XDG_CONFIG_HOME RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

cargo xtask build

different=0
for file in "${published[@]}"; do
  name=$(basename "$file")
  if cmp "$file" "target/$name"; then
    echo "same: $name"
  else
    different=1
    echo "DIFFERENT: $name"
  fi
done
exit $different
