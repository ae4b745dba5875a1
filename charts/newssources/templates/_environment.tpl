{{/* Returns the name of the Secret with the API's secrets. */}}
{{- define "newssources.secretName" -}}
{{- default (include "newssources.component" (list . "api")) .Values.secrets.existingSecret }}
{{- end }}

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
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "newssources.secretName" . }}
      key: DATABASE_URL
{{- end }}
{{- end }}

{{/* Returns the environment variables of requests to sites, from Secrets: the keys of feed credentials, and the proxy. */}}
{{- define "newssources.sitesEnv" -}}
# Without this key, feeds with credentials are refused. With the embedded database, it is kept as long as the data.
- name: CREDENTIALS_KEYS
  valueFrom:
    secretKeyRef:
      name: {{ .Values.postgresql.enabled | ternary (include "newssources.component" (list . "credentials-keys")) (include "newssources.secretName" .) }}
      key: CREDENTIALS_KEYS
      optional: true
{{- if .Values.secrets.existingSecret }}
# A proxy address with a password. Without this key, the value of the ConfigMap applies.
- name: FETCH_PROXY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secrets.existingSecret }}
      key: FETCH_PROXY
      optional: true
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

{{/* Returns the startup, liveness and readiness probes of a container of the service. */}}
{{- define "newssources.probes" -}}
startupProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 1
  failureThreshold: 60
# Does not check the database, because a restart would not repair it.
livenessProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 3
readinessProbe:
  httpGet: {path: /readyz, port: metrics}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* Returns the host that serves Firebase's sign-in pages. */}}
{{- define "newssources.authDomain" -}}
{{- $default := empty .Values.firebase.projectId | ternary "" (printf "%s.firebaseapp.com" .Values.firebase.projectId) }}
{{- default $default .Values.firebase.authDomain }}
{{- end }}
