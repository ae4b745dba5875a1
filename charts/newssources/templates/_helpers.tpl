{{/* Returns the name of the chart, for labels. */}}
{{- define "newssources.name" -}}
{{- if kindIs "invalid" .Values.gateway }}
{{- fail "values of this version of the chart are missing: run helm upgrade with --reset-then-reuse-values instead of --reuse-values" }}
{{- end }}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Returns the prefix of all names: the release name, followed by the chart name unless the release name contains it. */}}
{{- define "newssources.fullname" -}}
{{- $name := include "newssources.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name }}
{{- end }}
{{- end }}

{{/* Returns the namespace of the objects. */}}
{{- define "newssources.namespace" -}}
{{- default .Release.Namespace .Values.namespaceOverride }}
{{- end }}

{{/*
Returns the name of a component: (list $ "api"). A long prefix is truncated, so that the suffix, which makes the name unique,
remains. Names may have 63 characters, of which controllers need eleven for their suffixes.
*/}}
{{- define "newssources.component" -}}
{{- $suffix := printf "-%s" (index . 1) }}
{{- $prefixLength := sub 52 (len $suffix) | int }}
{{- include "newssources.fullname" (index . 0) | trunc $prefixLength | trimSuffix "-" }}{{ $suffix }}
{{- end }}

{{/* Returns the selector labels of a component: (list $ "api"). They must not change, because selectors are immutable. */}}
{{- define "newssources.selector" -}}
app.kubernetes.io/name: {{ include "newssources.name" (index . 0) }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Returns the labels of a component's objects: (list $ "api"), or with additional labels: (list $ "api" .labels). */}}
{{- define "newssources.labels" -}}
{{- $root := index . 0 }}
{{- include "newssources.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: newssources
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- $additional := gt (len .) 2 | ternary (last .) dict }}
{{- with merge dict $additional $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Returns the reference of an image: (list $ .Values.api.image). global.imageRegistry replaces the registry, which is a first part with a dot
or a port, or localhost.
*/}}
{{- define "newssources.image" -}}
{{- $root := index . 0 }}
{{- $image := index . 1 }}
{{- $repository := $image.repository }}
{{- with $root.Values.global.imageRegistry }}
{{- $repository = printf "%s/%s" . (regexReplaceAll "^([^/]*[.:][^/]*|localhost)/" $repository "") }}
{{- end }}
{{- $digest := $image.digest | empty | ternary "" (printf "@%s" $image.digest) }}
{{- printf "%s:%s%s" $repository (default $root.Chart.AppVersion $image.tag) $digest | quote }}
{{- end }}

{{/* Returns the number of a quantity such as 512Mi: (.memory). */}}
{{- define "newssources.quantity" -}}
{{- $units := dict "n" 1e-9 "u" 1e-6 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 }}
{{- $units = merge $units (dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976) }}
{{- $unit := regexFind "[A-Za-z]*$" (toString .) }}
{{- mulf (trimSuffix $unit (toString .) | float64) (default 1 (get $units $unit) | float64) }}
{{- end }}

{{/* Returns the settings of a pod that do not depend on its containers: (list $ .Values.api). */}}
{{- define "newssources.pod" -}}
{{- $root := index . 0 }}
{{- $values := index . 1 }}
automountServiceAccountToken: false
# Prevents environment variables for the Services of the namespace.
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Returns the security context of a container of the chart: (.Values.api). */}}
{{- define "newssources.container" -}}
{{- with .securityContext -}}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
