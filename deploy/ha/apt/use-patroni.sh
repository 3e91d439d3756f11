#!/bin/sh
# Lets Debian 12 install Patroni, and nothing else, from Debian 13: from the mirror that the machine already uses.
set -eu
sources=/etc/apt/sources.list.d/debian.sources
if [ -f "$sources" ]; then
  sed '/^$/,$d; s/^Suites:.*/Suites: trixie/' "$sources" >/etc/apt/sources.list.d/patroni.sources
else
  sed -n 's/ bookworm main.*/ trixie main/p' /etc/apt/sources.list | head -n 1 >/etc/apt/sources.list.d/patroni.list
fi
cp "$(dirname "$0")/patroni.pref" /etc/apt/preferences.d/
