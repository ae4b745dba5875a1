{{/* The chart's name, for labels. */}}
{{- define "newssources.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The beginning of all names: the release's name, and the chart's unless the release's contains it. */}}
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

{{/*
The name of a component: (list $ "api"). The beginning gives way to the suffix, which tells the components apart. Names may
have 63 characters, of which controllers need eleven for what they add.
*/}}
{{- define "newssources.component" -}}
{{- $suffix := printf "-%s" (index . 1) }}
{{- $room := sub 52 (len $suffix) | int }}
{{- include "newssources.fullname" (index . 0) | trunc $room | trimSuffix "-" }}{{ $suffix }}
{{- end }}

{{/* What a component's pods are found by: (list $ "api"). It must never change: selectors cannot be upgraded. */}}
{{- define "newssources.selector" -}}
app.kubernetes.io/name: {{ include "newssources.name" (index . 0) }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* The labels of a component's objects: (list $ "api"). */}}
{{- define "newssources.labels" -}}
{{- $root := index . 0 }}
{{- include "newssources.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: newssources
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* An image: (list $ .Values.api.image). */}}
{{- define "newssources.image" -}}
{{- $image := index . 1 }}
{{- printf "%s:%s" $image.repository (default (index . 0).Chart.AppVersion $image.tag) | quote }}
{{- end }}

{{/* What every pod has in common; the user is the one of the image: (list $ 65532). */}}
{{- define "newssources.pod" -}}
{{- $root := index . 0 }}
automountServiceAccountToken: false
# The Services of a namespace would otherwise turn up as settings in the environment.
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ index . 1 }}
  runAsGroup: {{ index . 1 }}
  fsGroup: {{ index . 1 }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* What every container has in common. */}}
{{- define "newssources.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Where a component's pods go: (list $ "api" .Values.api). */}}
{{- define "newssources.placement" -}}
{{- $values := index . 2 }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "newssources.selector" . | nindent 8 }}
    # Pods of the release that is being replaced don't count.
    matchLabelKeys: [pod-template-hash]
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
A secret that is generated once: (list $ "name of the Secret" "KEY" "the value given" length). A value given wins, then what
the cluster has, then chance. The result is base64.
*/}}
{{- define "newssources.generated" -}}
{{- $root := index . 0 }}
{{- $old := (lookup "v1" "Secret" $root.Release.Namespace (index . 1)).data | default dict }}
{{- if index . 3 }}
{{- index . 3 | b64enc }}
{{- else if hasKey $old (index . 2) }}
{{- get $old (index . 2) }}
{{- else }}
{{- randAlphaNum (index . 4) | b64enc }}
{{- end }}
{{- end }}
