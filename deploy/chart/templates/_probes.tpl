{{/* Takes a service's entry. Started when it answers at all, taken out of rotation after 15 s, restarted after 60 s. */}}
{{- define "assay.probes" -}}
{{- $live := dict "grpc" (dict "port" 50051) -}}
{{- $ready := $live -}}
{{- if eq .protocol "none" -}}
{{- $live = dict "httpGet" (dict "path" "/healthz" "port" 4001) -}}
{{- else if eq .protocol "http" -}}
{{- $live = dict "httpGet" (dict "path" "/healthz" "port" "http") -}}
{{- $ready = dict "httpGet" (dict "path" "/readyz" "port" "http") -}}
{{- end -}}
startupProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 1
  failureThreshold: 60
{{- if ne .protocol "none" }}
readinessProbe:
  {{- toYaml $ready | nindent 2 }}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 3
{{- end }}
livenessProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 20
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}
