#!/bin/sh
# Replaces the servers one by one: the next only when the one before is ready and the proxy has seen it. Then the proxy with the site.
set -eu
cd "$(dirname "$0")"

docker compose build
for server in server-1 server-2 server-3; do
  docker compose up --detach --no-deps --wait "$server"
  # Twice as long as the proxy takes to ask.
  sleep 4
done
docker compose up --detach --wait
