{{/* Returns the key of each secret in its Secret, which is also the name of the environment variable. The values may name other keys for existing Secrets. */}}
{{- define "newssources.secretKeys" -}}
database: DATABASE_URL
migrations: MIGRATE_DATABASE_URL
xsrf: XSRF_SECRET
credentials: CREDENTIALS_KEYS
smtp: SMTP_URL
proxy: FETCH_PROXY
{{- end }}

{{/*
Returns an environment variable whose value comes from a Secret: (list $ "database"). It comes from the Secret of secrets.<name>,
otherwise from secrets.existingSecret, otherwise from the Secret that the chart creates. Optional keys may be missing, except in a Secret
that secrets.<name> names.
*/}}
{{- define "newssources.secretEnv" -}}
{{- $root := index . 0 }}
{{- $variable := get (include "newssources.secretKeys" $root | fromYaml) (index . 1) }}
{{- $secret := index $root.Values.secrets (index . 1) }}
{{- $existing := or $secret.name $root.Values.secrets.existingSecret }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      {{- if $existing }}
      name: {{ $existing }}
      key: {{ default $variable $secret.key }}
      {{- else if and (eq (index . 1) "credentials") $root.Values.postgresql.enabled }}
      # Like the data of the embedded database, this Secret is kept on uninstall.
      name: {{ include "newssources.component" (list $root "credentials-keys") }}
      key: {{ $variable }}
      {{- else }}
      name: {{ include "newssources.component" (list $root "api") }}
      key: {{ $variable }}
      {{- end }}
      {{- if and (not $secret.name) (not (has (index . 1) (list "database" "xsrf"))) }}
      optional: true
      {{- end }}
{{- end }}

{{/*
Returns the annotations of a Deployment: (list $ .Values.api.deploymentAnnotations (list "database" "xsrf") "other-secret"). The annotation of
Reloader lists the existing Secrets of the release and those of the values. Reloader restarts the Deployment when one of them changes.
*/}}
{{- define "newssources.deploymentAnnotations" -}}
{{- $secrets := (index . 0).Values.secrets }}
{{- $annotations := index . 1 }}
{{- $reload := "secret.reloader.stakater.com/reload" }}
{{- $names := list (index . 3) }}
{{- range index . 2 }}
{{- $names = append $names (or (index $secrets .).name $secrets.existingSecret) }}
{{- end }}
{{- if and $secrets.reloader (compact $names) }}
{{- range get $annotations $reload | splitList "," }}
{{- $names = append $names (trim .) }}
{{- end }}
{{ $reload }}: {{ compact $names | uniq | sortAlpha | join "," | quote }}
{{- $annotations = omit $annotations $reload }}
{{- end }}
{{- with $annotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Returns a generated secret, base64-encoded: (list $ "name of the Secret" "KEY" "configured value" length "seed"). The configured value
takes precedence over the existing value in the cluster. If neither exists, the secret is derived from the seed, so that a rendering
without access to the cluster has the same result each time; without a seed, it is random.
*/}}
{{- define "newssources.generated" -}}
{{- $root := index . 0 }}
{{- $old := (lookup "v1" "Secret" (include "newssources.namespace" $root) (index . 1)).data | default dict }}
{{- if index . 3 }}
{{- index . 3 | b64enc }}
{{- else if hasKey $old (index . 2) }}
{{- get $old (index . 2) }}
{{- else if index . 5 }}
{{- printf "%s\n%s/%s\n%s" (index . 2) (include "newssources.namespace" $root) (index . 1) (index . 5) | sha256sum | trunc (index . 4) | b64enc }}
{{- else }}
{{- randAlphaNum (index . 4) | b64enc }}
{{- end }}
{{- end }}
