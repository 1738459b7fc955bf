#!/bin/sh
# Replaces the servers one by one: each only once the previous one is ready and the proxy has noticed. Then the proxy with the site.
set -eu
cd "$(dirname "$0")"

docker compose build
for server in server-1 server-2 server-3; do
  docker compose up --detach --no-deps --wait "$server"
  # Twice the interval of the proxy's health checks.
  sleep 4
done
docker compose up --detach --wait
