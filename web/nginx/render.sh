#!/bin/sh
# render.sh FOLDER renders the templates with the settings from the environment (see settings.envsh) into FOLDER. Then run
# nginx as an unprivileged user: nginx -e stderr -p FOLDER -c nginx.conf
# For tests and development; the image uses the entry point of its base image.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: render.sh FOLDER}
command -v envsubst >/dev/null || { echo "render.sh: envsubst is missing; install gettext (Debian: gettext-base)" >&2; exit 1; }
# /dev/stdout cannot be opened if standard output belongs to another user than nginx's.
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
