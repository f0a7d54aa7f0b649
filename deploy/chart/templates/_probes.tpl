{{/* How a process is probed: http, grpc or healthPort. The kubelet's probes over gRPC speak no TLS. Takes (list $ workload). */}}
{{- define "assay.probedBy" -}}
{{- $protocol := (index . 1).protocol -}}
{{- if or (eq $protocol "none") (and (eq $protocol "grpc") (include "assay.meshTlsSecret" (index . 0))) }}healthPort{{ else }}{{ $protocol }}{{ end -}}
{{- end }}

{{/* Takes (list $ workload). The values hold the times of each probe. A runner has no clients, so it is never not ready. */}}
{{- define "assay.probes" -}}
{{- $by := include "assay.probedBy" . -}}
{{- $workload := index . 1 -}}
{{- range $probe, $path := dict "startup" "/healthz" "readiness" "/readyz" "liveness" "/healthz" }}
{{- if or (ne $probe "readiness") (ne $workload.protocol "none") }}
{{- $asked := dict "grpc" (dict "port" 50051) }}
{{- if ne $by "grpc" }}{{ $asked = dict "httpGet" (dict "path" $path "port" (ternary (int 4001) "http" (eq $by "healthPort"))) }}{{ end }}
{{ $probe }}Probe:
  {{- mergeOverwrite $asked (index $workload.probes $probe) | toYaml | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
