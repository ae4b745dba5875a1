{{/* Returns the environment variables of the database. With the embedded database, DATABASE_URL contains the generated password. */}}
{{- define "newssources.databaseEnv" -}}
{{- if .Values.postgresql.enabled }}
{{- $postgresql := include "newssources.component" (list . "postgresql") }}
- name: POSTGRES_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $postgresql }}
      key: POSTGRES_PASSWORD
- name: DATABASE_URL
  value: postgres://newssources:$(POSTGRES_PASSWORD)@{{ $postgresql }}:5432/newssources?sslmode=disable
{{- else }}
{{- include "newssources.secretEnv" (list . "database") }}
{{- end }}
{{- end }}

{{/* Returns the environment variables of requests to sites, from Secrets: the keys of feed credentials, and the proxy. */}}
{{- define "newssources.sitesEnv" -}}
# Without keys, feeds with credentials are refused.
{{- include "newssources.secretEnv" (list . "credentials") }}
{{- if or .Values.secrets.proxy.name .Values.secrets.existingSecret }}
# A proxy address with a password. Without this key, the value of the ConfigMap applies.
{{- include "newssources.secretEnv" (list . "proxy") }}
{{- end }}
{{- end }}

{{/* Returns the OpenTelemetry settings, for ConfigMaps. */}}
{{- define "newssources.tracingSettings" -}}
{{- with .Values.tracing }}
{{- if .endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .endpoint | quote }}
OTEL_TRACES_SAMPLER: parentbased_traceidratio
OTEL_TRACES_SAMPLER_ARG: {{ .sampleRatio | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Returns the settings of checks that the API and the workers share, for ConfigMaps. */}}
{{- define "newssources.checkSettings" -}}
{{- with .Values.worker -}}
CHECK_HOST_INTERVAL: {{ .hostInterval | quote }}
CHECK_MIN_INTERVAL: {{ .minInterval | quote }}
CHECK_MAX_INTERVAL: {{ .maxInterval | quote }}
{{- end }}
{{- end }}

{{/* Returns the settings of requests to sites, for ConfigMaps. */}}
{{- define "newssources.sitesSettings" -}}
{{- with .Values.fetch }}
FETCH_USER_AGENT: {{ .userAgent | quote }}
FETCH_EXTRA_PORTS: {{ join "," .extraPorts | quote }}
FETCH_PROXY: {{ .proxy | quote }}
{{- end }}
{{- end }}

{{/* Returns the host that serves Firebase's sign-in pages. */}}
{{- define "newssources.authDomain" -}}
{{- $default := empty .Values.firebase.projectId | ternary "" (printf "%s.firebaseapp.com" .Values.firebase.projectId) }}
{{- default $default .Values.firebase.authDomain }}
{{- end }}

{{/* Returns all hosts of the app and the API as a JSON array. It contains an empty string if no host is set. */}}
{{- define "newssources.hosts" -}}
{{- $hosts := compact (prepend .Values.ingress.hosts .Values.ingress.host) }}
{{- $hosts = $hosts | empty | ternary (list "") $hosts }}
{{- with .Values.api.publicUrl }}
{{- $hosts = append $hosts (urlParse .).hostname }}
{{- end }}
{{- uniq $hosts | toJson }}
{{- end }}

{{/* Returns the first host of the app that is not a wildcard, or an empty string. */}}
{{- define "newssources.appHost" -}}
{{- $found := "" }}
{{- range prepend .Values.ingress.hosts .Values.ingress.host | compact }}
{{- if and (not $found) (not (hasPrefix "*" .)) }}
{{- $found = . }}
{{- end }}
{{- end }}
{{- $found }}
{{- end }}
