{{/* How a process is probed: http, grpc or healthPort. The kubelet's probes over gRPC speak no TLS. Takes (list $ service). */}}
{{- define "assay.probedBy" -}}
{{- $protocol := (index . 1).protocol -}}
{{- if or (eq $protocol "none") (and (eq $protocol "grpc") (index . 0).Values.meshTls.secret) }}healthPort{{ else }}{{ $protocol }}{{ end -}}
{{- end }}

{{/* Started when it answers at all, taken out of rotation after 15 s, restarted after 60 s. Takes (list $ service). */}}
{{- define "assay.probes" -}}
{{- $by := include "assay.probedBy" . -}}
{{- $live := dict "grpc" (dict "port" 50051) -}}
{{- $ready := $live -}}
{{- if ne $by "grpc" -}}
{{- $port := ternary (int 4001) "http" (eq $by "healthPort") -}}
{{- $live = dict "httpGet" (dict "path" "/healthz" "port" $port) -}}
{{- $ready = dict "httpGet" (dict "path" "/readyz" "port" $port) -}}
{{- end -}}
startupProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 1
  failureThreshold: 60
{{- if ne (index . 1).protocol "none" }}
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
