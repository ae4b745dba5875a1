#!/usr/bin/env bash
# test-cluster.sh builds both images twice, as two versions, brings them to the cluster of KUBECONFIG and runs clustertest on
# it: install, helm test, the ingress as a browser sees it, a signed-in write, upgrade and rollback under traffic.
#
# The environment says how; the defaults fit Docker with kind or minikube:
#   KUBECONFIG    the cluster
#   IMAGE_BUILD   a command that builds an image and brings it to the cluster; it gets [--build-arg K=V] FILE TAG CONTEXT
#   IMAGE_LOAD    a command that brings public images to a cluster that cannot pull them; it gets TAG…
#   INGRESS_URL   where the ingress answers (default: the only NodePort of a Service on port 80)
#   HELM          the helm to use (default: make's, or the one on PATH)
#   FROM          a revision: its chart and its images are installed, and upgraded to what is here (default: what is here)
#   KEEP=1        leave everything in place afterwards
#   CLUSTER       a program with the commands kubeconfig, path, image, load and volumes, which sets all of the above
set -euo pipefail
cd "$(dirname "$0")/.."

die() { echo "test-cluster: $*" >&2; exit 1; }

if [ -n "${CLUSTER:-}" ]; then
  KUBECONFIG=$("$CLUSTER" kubeconfig) PATH=$("$CLUSTER" path):$PATH
  IMAGE_BUILD="$CLUSTER image" IMAGE_LOAD="$CLUSTER load"
fi
[ -n "${KUBECONFIG:-}" ] || die "KUBECONFIG is not set: say which cluster to test on (make cluster-kind makes one)"
export KUBECONFIG
if [ -z "${HELM:-}" ] && [ -x .local/bin/helm ]; then HELM=$PWD/.local/bin/helm; fi
export HELM=${HELM:-helm}
for program in kubectl "$HELM" go; do
  command -v "$program" >/dev/null || die "$program is missing"
done
# The static volumes of such a cluster can be used once each.
if [ -n "${CLUSTER:-}" ]; then "$CLUSTER" volumes 1; fi

build() { # [--build-arg K=V] FILE TAG CONTEXT
  if [ -n "${IMAGE_BUILD:-}" ]; then
    $IMAGE_BUILD "$@"
    return
  fi
  local options=() context
  while [ "${1#--}" != "$1" ]; do options+=("$1" "$2"); shift 2; done
  context=$(kubectl config current-context)
  docker build ${options[@]+"${options[@]}"} --file "$1" --tag "$2" "$3"
  case $context in
    kind-*) kind load docker-image --name "${context#kind-}" "$2" ;;
    minikube) minikube image load "$2" ;;
    *) die "don't know how to bring an image to $context: set IMAGE_BUILD" ;;
  esac
}

# The two versions that clustertest installs and upgrades to.
both() { # VERSION
  build --build-arg "VERSION=$1" Dockerfile.api "newssources-api:$1" .
  build --build-arg "VERSION=$1" Dockerfile.web "newssources-web:$1" .
}
if [ -n "${FROM:-}" ]; then
  before=$PWD/.local/upgrade-from
  rm -rf "$before" && mkdir -p "$before"
  git archive "$FROM" | tar -x -C "$before"
  (cd "$before" && both test-1)
  export OLD_CHART=$before/charts/newssources
else
  both test-1
fi
both test-2
build k8s/clustertest/auth-emulator.Dockerfile newssources-auth-emulator:test services/devstack/emulator
# shellcheck disable=SC2086
[ -z "${IMAGE_LOAD:-}" ] || $IMAGE_LOAD postgres:17 curlimages/curl:8.17.0

exec go run ./k8s/clustertest
