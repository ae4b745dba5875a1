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

{{/* Returns the host that serves Firebase's sign-in pages. */}}
{{- define "newssources.authDomain" -}}
{{- $default := empty .Values.firebase.projectId | ternary "" (printf "%s.firebaseapp.com" .Values.firebase.projectId) }}
{{- default $default .Values.firebase.authDomain }}
{{- end }}
