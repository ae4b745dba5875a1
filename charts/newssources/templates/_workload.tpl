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
app.kubernetes.io/part-of: newssources
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

{{/*
Returns the startup, liveness and readiness probes of a container: (list .Values.api "metrics" "/healthz" "/readyz"). Liveness does not
depend on the database, because a restart would not repair it.
*/}}
{{- define "newssources.probes" -}}
{{- $values := index . 0 }}
{{- $port := index . 1 }}
{{- $alive := index . 2 }}
{{- range $probe, $path := dict "startupProbe" $alive "livenessProbe" $alive "readinessProbe" (index . 3) }}
{{ $probe }}:
  httpGet: {path: {{ $path }}, port: {{ $port }}}
  {{- with get $values $probe }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Returns the IP families of a Service, if the values name them. */}}
{{- define "newssources.ipFamilies" -}}
{{- with .Values.ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies }}
ipFamilies:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Returns the Service of a component with requests of the ingress: (list $ "api" .Values.api.service). */}}
{{- define "newssources.service" -}}
{{- $root := index . 0 }}
{{- $values := index . 2 }}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "newssources.component" . }}
  namespace: {{ include "newssources.namespace" $root }}
  labels:
    {{- include "newssources.labels" (list $root (index . 1) $values.labels) | nindent 4 }}
  {{- with $values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if ne $values.type "ClusterIP" }}
  type: {{ $values.type }}
  {{- end }}
  {{- range $field := list "loadBalancerClass" "loadBalancerSourceRanges" "externalTrafficPolicy" "trafficDistribution" }}
  {{- with get $values $field }}
  {{ $field }}: {{ toJson . }}
  {{- end }}
  {{- end }}
  {{- with include "newssources.ipFamilies" $root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  selector:
    {{- include "newssources.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ $values.port }}
      targetPort: http
      {{- with $values.nodePort }}
      nodePort: {{ . }}
      {{- end }}
{{- end }}

{{/* Returns the Service of a component's metrics and probes, which no Ingress routes to: (list $ "api"). */}}
{{- define "newssources.metricsService" -}}
{{- $root := index . 0 }}
{{- $name := printf "%s-metrics" (index . 1) }}
{{- $values := $root.Values.metrics.service }}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "newssources.component" (list $root $name) }}
  namespace: {{ include "newssources.namespace" $root }}
  labels:
    {{- include "newssources.labels" (list $root $name $values.labels) | nindent 4 }}
  {{- with $values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with include "newssources.ipFamilies" $root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  selector:
    {{- include "newssources.selector" . | nindent 4 }}
  ports:
    - name: metrics
      port: 9090
      targetPort: metrics
{{- end }}

{{/* Returns the ServiceMonitor of a component's metrics: (list $ "api"). */}}
{{- define "newssources.serviceMonitor" -}}
{{- $root := index . 0 }}
{{- $values := $root.Values.metrics.serviceMonitor }}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ include "newssources.component" . }}
  namespace: {{ include "newssources.namespace" $root }}
  labels:
    {{- include "newssources.labels" (append . $values.labels) | nindent 4 }}
  {{- with $values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "newssources.selector" (list $root (printf "%s-metrics" (index . 1))) | nindent 6 }}
  endpoints:
    - port: metrics
      path: /metrics
      interval: {{ $values.interval }}
      {{- with $values.scrapeTimeout }}
      scrapeTimeout: {{ . }}
      {{- end }}
      relabelings:
        # Rules and dashboards distinguish the releases of a namespace by this label.
        - targetLabel: release
          replacement: {{ $root.Release.Name | quote }}
        {{- with $values.relabelings }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.metricRelabelings }}
      metricRelabelings:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}
