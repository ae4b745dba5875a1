{{/*
Sets missing values to their defaults: (list values defaults). Values are missing if they are null, as after `podLabels:` without a map,
and after an upgrade with --reuse-values. The number of replicas may be null, and entries of resources, labels, security contexts and probes may be removed.
*/}}
{{- define "newssources.setDefaults" -}}
{{- $values := index . 0 }}
{{- range $key, $default := index . 1 }}
{{- if eq $key "replicas" }}
{{- else if or (not (hasKey $values $key)) (kindIs "invalid" (get $values $key)) }}
{{- $_ := set $values $key $default }}
{{- else if and (kindIs "map" $default) (not (has $key (list "labels" "resources" "podSecurityContext" "securityContext" "startupProbe" "livenessProbe" "readinessProbe"))) }}
{{- include "newssources.setDefaults" (list (get $values $key) $default) }}
{{- end }}
{{- end }}
{{- end }}
