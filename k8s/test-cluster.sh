#!/usr/bin/env bash
# test-cluster.sh builds two versions of both images, loads them into the cluster of KUBECONFIG and runs clustertest:
# install, helm test, requests through the ingress, creating a source, upgrade and rollback under traffic.
#
# Settings from the environment; the defaults work with Docker and kind or minikube:
#   KUBECONFIG    the cluster
#   IMAGE_BUILD   command that builds an image and loads it into the cluster; arguments: [--build-arg K=V] FILE TAG CONTEXT
#   IMAGE_LOAD    command that loads public images into a cluster that cannot pull them; arguments: TAG…
#   INGRESS_URL   address of the ingress (default: the only NodePort of a Service on port 80)
#   HELM          path of helm (default: .local/bin/helm, or helm on PATH)
#   FROM          Git revision to install and upgrade from (default: the working tree)
#   KEEP=1        keep the namespace at the end
#   CLUSTER       program with the commands kubeconfig, path, image, load and volumes, which provides the settings above
set -euo pipefail
cd "$(dirname "$0")/.."

die() { echo "test-cluster: $*" >&2; exit 1; }

if [ -n "${CLUSTER:-}" ]; then
  KUBECONFIG=$("$CLUSTER" kubeconfig) PATH=$("$CLUSTER" path):$PATH
  IMAGE_BUILD="$CLUSTER image" IMAGE_LOAD="$CLUSTER load"
fi
[ -n "${KUBECONFIG:-}" ] || die "KUBECONFIG is not set: set it to the cluster to test on (make cluster-kind creates one)"
export KUBECONFIG
if [ -z "${HELM:-}" ] && [ -x .local/bin/helm ]; then HELM=$PWD/.local/bin/helm; fi
export HELM=${HELM:-helm}
for program in kubectl "$HELM" go; do
  command -v "$program" >/dev/null || die "$program is missing"
done
# Static volumes of such a cluster can be used only once.
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
    *) die "cannot load images into $context: set IMAGE_BUILD" ;;
  esac
}

# Builds both images of a version.
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
