{{/* The settings of one workload as YAML; takes (list $ name workload). A secret is named by the file that holds it. */}}
{{- define "assay.settings" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $workload := index . 2 -}}
{{- $isJob := eq $workload.protocol "job" -}}
{{- $settings := dict -}}
{{- range include "assay.secretFiles" . | fromYamlArray }}{{ $_ := set $settings .setting (printf "/secrets/%s" .path) }}{{ end -}}
{{- if eq $workload.protocol "http" }}{{ $_ := set $settings "PORT" "4000" }}{{ end -}}
{{- if eq $workload.protocol "grpc" }}{{ $_ := set $settings "LISTEN_ADDRESS" "0.0.0.0:50051" }}{{ end -}}
{{- if eq (include "assay.probedBy" (list $ $workload)) "healthPort" }}{{ $_ := set $settings "HEALTH_PORT" "4001" }}{{ end -}}
{{- if eq $workload.protocol "http" "grpc" }}{{ $_ := set $settings "STOP_DELAY_MS" (printf "%d000" (int $workload.stopDelaySeconds)) }}{{ end -}}
{{- if and $.Values.metrics.enabled (not $isJob) }}{{ $_ := set $settings "METRICS_PORT" (toString $.Values.metrics.port) }}{{ end -}}
{{- range $workload.calls -}}
{{- $_ := set $settings (printf "%s_ADDRESS" (upper .)) (printf "%s-%s:50051" (include "assay.name" $) .) -}}
{{- end -}}
{{- if has "database" $workload.needs }}{{ $_ := set $settings "DATABASE_POOL_SIZE" (int $workload.poolSize) }}{{ end -}}
{{- if or (has "database" $workload.needs) (eq $name "migrations") -}}
{{- with $.Values.postgres.sslMode }}{{ $_ := set $settings "PGSSLMODE" . }}{{ end -}}
{{- end -}}
{{- if has "bus" $workload.needs }}{{ $settings = merge $settings (include "assay.kafkaSettings" $ | fromYaml) }}{{ end -}}
{{- if and (eq $name "catalog") $.Values.init.ownerEmail }}{{ $settings = merge $settings (include "assay.initSettings" $ | fromYaml) }}{{ end -}}
{{- if and (has $name (list "diagnostics" "environments" "runs")) $.Values.browserRunner.enabled }}{{ $_ := set $settings "BROWSER_RUNNERS" "true" }}{{ end -}}
{{- with ternary "" (include "assay.publicUrl" $) $isJob }}{{ $_ := set $settings "PUBLIC_URL" . }}{{ end -}}
{{- if and (eq $name "gateway") $.Values.runnerEdge.enabled }}{{ $_ := set $settings "RUNNER_PORT" "4100" }}{{ end -}}
{{- if eq $name "test" }}{{ $settings = merge $settings (include "assay.testSettings" $ | fromYaml) }}{{ end -}}
{{- if include "assay.hasCertificates" $ }}{{ $_ := set $settings "NODE_EXTRA_CA_CERTS" "/certificates/ca.crt" }}{{ end -}}
{{- if and $.Values.telemetry.endpoint (not $isJob) -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" $.Values.telemetry.endpoint -}}
{{- end -}}
{{- $settings = mergeOverwrite $settings (ternary dict (deepCopy $.Values.env) $isJob) $workload.env -}}
{{- if get $settings "RUNNER_ALLOWED_COMMANDS" }}{{ fail "RUNNER_ALLOWED_COMMANDS: commands could read the mesh's secrets here. Start them from a runner with a RUNNER_TOKEN outside of this chart (runnerEdge.enabled)." }}{{ end -}}
{{- include "assay.texts" $settings -}}
{{- end }}

{{- define "assay.kafkaSettings" -}}
{{- with .Values.kafka -}}
{{- if .brokers -}}
KAFKA_BROKERS: {{ join "," .brokers | quote }}
{{- if .sasl.mechanism }}
KAFKA_SASL_MECHANISM: {{ .sasl.mechanism }}
KAFKA_SASL_USERNAME: {{ .sasl.username | quote }}
{{- end }}
{{- if .tls.enabled }}
KAFKA_TLS: "true"
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.initSettings" -}}
{{- with .Values.init -}}
ASSAY_INIT_ORG: {{ .organization | quote }}
ASSAY_INIT_PROJECT: {{ .project | quote }}
ASSAY_INIT_OWNER_EMAIL: {{ .ownerEmail | quote }}
{{- end }}
{{- end }}

{{- define "assay.testSettings" -}}
ASSAY_URL: http://{{ include "assay.name" . }}-gateway:{{ .Values.service.port }}
{{- with .Values.test }}
{{- if .serverUrl }}
SERVER_URL: {{ .serverUrl | quote }}
TOOL: {{ .tool | quote }}
TOOL_ARGUMENTS: {{ .arguments | toJson | quote }}
{{- end }}
{{- end }}
{{- end }}
