{{/* Returns the field replicas, unless an autoscaler sets the number of pods: (.Values.api). */}}
{{- define "newssources.replicas" -}}
{{- if not (or .autoscaling.enabled (kindIs "invalid" .replicas)) }}
replicas: {{ .replicas }}
{{- end }}
{{- end }}

{{/* Returns "true" if a component has pods: (.Values.api). */}}
{{- define "newssources.runs" -}}
{{- or .autoscaling.enabled (kindIs "invalid" .replicas) (gt (int .replicas) 0) | ternary "true" "" }}
{{- end }}

{{/* Returns the labels of the pods of a Deployment: (list $ "api" .Values.api). */}}
{{- define "newssources.podLabels" -}}
{{- $root := index . 0 }}
{{- include "newssources.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
{{- with merge dict (index . 2).podLabels $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Returns the name of the ServiceAccount of a component: (list $ "api"). */}}
{{- define "newssources.serviceAccountName" -}}
{{- $account := (index (index . 0).Values (index . 1)).serviceAccount }}
{{- default ($account.create | ternary (include "newssources.component" .) "default") $account.name }}
{{- end }}

{{/* Returns the scheduling and DNS settings of a component: (list $ "api" .Values.api). */}}
{{- define "newssources.placement" -}}
{{- $values := index . 2 }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.dnsPolicy }}
dnsPolicy: {{ . }}
{{- end }}
{{- with $values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- if $values.topologySpreadConstraints }}
  {{- toYaml $values.topologySpreadConstraints | nindent 2 }}
  {{- else }}
  {{- $selector := include "newssources.selector" . }}
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $selector | nindent 8 }}
    # Ignore pods of the previous revision.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
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
