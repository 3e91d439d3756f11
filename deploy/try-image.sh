#!/usr/bin/env bash
# Builds deploy/Dockerfile without a registry or Docker, on bases assembled from Debian's packages and this machine's
# Node, and serves from the image as user 65532 on a read-only root. Needs root, buildah and mmdebstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

node=$(node -p process.execPath)
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
work=$(mktemp -d "${TMPDIR:-/tmp}/tillgate-image.XXXXXX")
store=(--root "$work/images" --runroot "$work/run" --storage-driver vfs)
image() { buildah "${store[@]}" "$@"; }
pid=
finish() {
  [ -z "$pid" ] || { kill "$pid" && wait "$pid"; } 2>/dev/null || true
  image rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

# Debian with Node and npm, and this machine's trusted certificates.
mmdebstrap --quiet --variant=essential --include=ca-certificates,libstdc++6 bookworm "$work/debian"
mkdir -p "$work/debian/usr/local/lib/node_modules"
cp "$node" "$work/debian/usr/local/bin/node"
cp -r "$npm" "$work/debian/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/debian/usr/local/bin/npx"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"

# Node with the C and C++ libraries, and nothing else.
mkdir -p "$work/bare/nodejs/bin" "$work/bare/etc" "$work/bare/tmp" "$work/bare/proc" "$work/bare/dev"
cp "$node" "$work/bare/nodejs/bin/node"
echo 'nonroot:x:65532:65532::/home/nonroot:/sbin/nologin' >"$work/bare/etc/passwd"
for list in libc6 libgcc-s1 libstdc++6; do
  cat "$work/debian/var/lib/dpkg/info/$list"*.list | { grep '\.so[^/]*$' || true; } | while read -r library; do
    [ -f "$work/debian$library" ] || continue
    mkdir -p "$work/bare$(dirname "$library")"
    cp -L "$work/debian$library" "$work/bare$library"
  done
done

base() {
  local name=$1 container
  shift
  container=$(image from scratch)
  image add --quiet "$container" "$work/$name" / >/dev/null
  [ "$#" = 0 ] || image config "$@" "$container"
  image commit --quiet "$container" "localhost/$name" >/dev/null
  image rm "$container" >/dev/null
}
base debian --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
base bare
rm -rf "$work/debian" "$work/bare"

image build --quiet --format docker --pull-never --isolation chroot --ignorefile deploy/Dockerfile.dockerignore -f deploy/Dockerfile -t tillgate \
  --build-arg BUILD_BASE=localhost/debian --build-arg RUNTIME_BASE=localhost/bare --build-arg COMMIT="$(git rev-parse HEAD)" .
container=$(image from localhost/tillgate)
root=$(image mount "$container")
echo "The image has $(du -sm "$root" | cut -f1) MB, $(du -sm "$root/app" | cut -f1) of them the service's."

# The equivalent of --read-only, --tmpfs /tmp and a volume for /data.
ops=${TRY_OPS_PORT:-39002}
cat >"$work/serve" <<'SERVE'
mount --bind "$1" "$1"
mount --bind "$1/data" "$1/data"
mount -o remount,bind,ro "$1"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
exec chroot --userspec=65532:65532 "$1" /nodejs/bin/node /app/lib/main.js serve
SERVE
env -i PATH="$PATH" NODE_ENV=production TILLGATE_DATA_DIR=/data TILLGATE_API_PORT=0 TILLGATE_WEB_PORT=0 \
  TILLGATE_OPS_PORT="$ops" unshare --mount sh -e "$work/serve" "$root" &
pid=$!
for _ in $(seq 120); do
  kill -0 "$pid"
  if curl --fail --silent --max-time 2 "http://127.0.0.1:$ops/readyz"; then echo; ready=1; break; fi
  sleep 1
done
[ -n "${ready:-}" ]
kill -TERM "$pid"
wait "$pid"
pid=
echo "The image served as the user 65532 on a read-only root, and stopped."
