#!/usr/bin/env bash
# test-cluster.sh [SCENARIO…] builds the images of all versions, loads them into the cluster of KUBECONFIG and runs the scenarios of
# clustertest (default: service upgrade), which print a table of measured values and their goals:
#   service   install, upgrades, rollback, deleted pods, scaling and failures, all under traffic
#   upgrade   upgrade from the revision FROM with data, and rollback
#   alerts    causes of the chart's alerts, with a local Prometheus; see README.md
#
# Settings from the environment; the defaults work with Docker and kind or minikube:
#   KUBECONFIG    the cluster
#   IMAGE_BUILD   command that builds an image and loads it into the cluster; arguments: [--build-arg K=V] FILE TAG CONTEXT
#   IMAGE_LOAD    command that loads public images into a cluster that cannot pull them; arguments: TAG…
#   INGRESS_URL   address of the ingress (default: the only NodePort of a Service on port 80)
#   HELM          path of helm (default: .local/bin/helm, or helm on PATH)
#   FROM          Git revision that the scenario upgrade installs first (default: the oldest one whose data is supported)
#   NAMESPACE     the namespace of the test, which is deleted first (default: newsources-test)
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
if [ -n "${CLUSTER:-}" ]; then "$CLUSTER" volumes 2; fi

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
# Copies the files of a Git revision, or those of the working tree that Git knows.
checkout() { # REVISION|worktree FOLDER
  rm -rf "$2" && mkdir -p "$2"
  if [ "$1" = worktree ]; then
    git ls-files -z services/newssources go.mod go.sum .dockerignore Dockerfile.api | tar --null --files-from=- -c | tar -x -C "$2"
  else
    git archive "$1" | tar -x -C "$2"
  fi
}

[ $# -gt 0 ] || set -- service upgrade
both test-2
case " $* " in *" service "* | *" alerts "*) both test-1 ;; esac
case " $* " in *" service "*)
  # A version with one more migration. Rollbacks leave it applied.
  checkout worktree .local/migrated
  printf -- '-- +goose Up\nALTER TABLE sources ADD COLUMN cluster_test text;\n\n-- +goose Down\nALTER TABLE sources DROP COLUMN cluster_test;\n' \
    >.local/migrated/services/newssources/internal/platform/postgres/migrations/99990101000000_cluster_test.sql
  (cd .local/migrated && build --build-arg VERSION=test-3 Dockerfile.api newssources-api:test-3 .)
  build --build-arg VERSION=test-3 Dockerfile.web newssources-web:test-3 .
esac
case " $* " in *" upgrade "*)
  checkout "${FROM:-1fa2e5c}" .local/upgrade-from
  (cd .local/upgrade-from && both test-first)
  export OLD_CHART=$PWD/.local/upgrade-from/charts/newssources
esac
mkdir -p .local/sites
CGO_ENABLED=0 go build -o .local/sites/sites ./k8s/clustertest/sites
build k8s/clustertest/sites.Dockerfile newssources-sites:test .local/sites
build k8s/clustertest/auth-emulator.Dockerfile newssources-auth-emulator:test services/devstack/emulator
# shellcheck disable=SC2086
[ -z "${IMAGE_LOAD:-}" ] || $IMAGE_LOAD postgres:17 curlimages/curl:8.17.0

exec go run ./k8s/clustertest "$@"
