#!/bin/sh
# render.sh FOLDER fills the templates in from the environment (settings.envsh lists what it reads) and writes them to FOLDER,
# where nginx then runs without any privilege: nginx -e stderr -p FOLDER -c nginx.conf
# The image does the same with the entry point it comes with; this is for tests and for a laptop.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: render.sh FOLDER}
command -v envsubst >/dev/null || { echo "render.sh: envsubst is missing; install gettext (Debian: gettext-base)" >&2; exit 1; }
# Standard output may belong to another user than the one nginx runs as; then it cannot be opened by name.
: "${NGINX_ACCESS_LOG:=access.log}"
# shellcheck source=web/nginx/settings.envsh
. "$here/settings.envsh"

# shellcheck disable=SC2086
names=$(printf "\${%s} " $TEMPLATE_VARIABLES)
mkdir -p "$out"
for template in "$here"/*.template; do
  name=$(basename "$template" .template)
  envsubst "$names" <"$template" >"$out/$name"
done
