#!/bin/sh
# Makes Debian 12 install Patroni, and only Patroni, from Debian 13, using the machine's current mirror.
set -eu
sources=/etc/apt/sources.list.d/debian.sources
if [ -f "$sources" ]; then
  sed '/^$/,$d; s/^Suites:.*/Suites: trixie/' "$sources" >/etc/apt/sources.list.d/patroni.sources
else
  sed -n 's/ bookworm main.*/ trixie main/p' /etc/apt/sources.list | head -n 1 >/etc/apt/sources.list.d/patroni.list
fi
cp "$(dirname "$0")/patroni.pref" /etc/apt/preferences.d/
