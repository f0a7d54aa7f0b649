{{/* The settings of one service as YAML; takes (list $ name). A secret is named by the file that holds it. */}}
{{- define "assay.settings" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $service := include "assay.service" . | fromYaml -}}
{{- $settings := dict "MESH_RUNNER_SECRET_FILE" "/secrets/mesh-runner" -}}
{{- if ne $name "runner" }}{{ $_ := set $settings "MESH_SECRET_FILE" "/secrets/mesh" }}{{ end -}}
{{- if eq $service.protocol "http" }}{{ $_ := set $settings "PORT" "4000" }}{{ end -}}
{{- if eq $service.protocol "grpc" }}{{ $_ := set $settings "LISTEN_ADDRESS" "0.0.0.0:50051" }}{{ end -}}
{{- if $.Values.meshTls.secret -}}
{{- $_ := set $settings "MESH_TLS_CERT_FILE" "/secrets/mesh-tls.crt" -}}
{{- $_ := set $settings "MESH_TLS_KEY_FILE" "/secrets/mesh-tls.key" -}}
{{- $_ := set $settings "MESH_TLS_CA_FILE" "/secrets/mesh-ca.crt" -}}
{{- end -}}
{{- if eq (include "assay.probedBy" (list $ $service)) "healthPort" }}{{ $_ := set $settings "HEALTH_PORT" "4001" }}{{ end -}}
{{- if ne $service.protocol "none" }}{{ $_ := set $settings "STOP_DELAY_MS" (printf "%d000" (int $service.stopDelaySeconds)) }}{{ end -}}
{{- range $service.calls -}}
{{- $_ := set $settings (printf "%s_ADDRESS" (upper .)) (printf "%s-%s:50051" (include "assay.name" $) .) -}}
{{- end -}}
{{- if has "database" $service.needs }}{{ $_ := set $settings "DATABASE_URL_FILE" "/secrets/database" }}{{ end -}}
{{- if has "bus" $service.needs }}{{ $settings = merge $settings (include "assay.busSettings" $ | fromYaml) }}{{ end -}}
{{- if has "keyEncryption" $service.needs }}{{ $_ := set $settings "KEY_ENCRYPTION_KEY_FILE" "/secrets/key-encryption" }}{{ end -}}
{{- if has "models" $service.needs }}{{ $settings = merge $settings (include "assay.modelSettings" $ | fromYaml) }}{{ end -}}
{{- if and (has "blobs" $service.needs) $.Values.secrets.blobs.name }}{{ $_ := set $settings "BLOBS_S3_SECRET_FILE" "/secrets/blobs" }}{{ end -}}
{{- if and (eq $name "catalog") $.Values.init.ownerEmail }}{{ $settings = merge $settings (include "assay.initSettings" $ | fromYaml) }}{{ end -}}
{{- if and (eq $name "catalog") $.Values.secrets.oidc.name }}{{ $_ := set $settings "OIDC_CLIENT_SECRET_FILE" "/secrets/oidc-client-secret" }}{{ end -}}
{{- if and (has $name (list "diagnostics" "environments" "runs")) $.Values.browserRunner.enabled }}{{ $_ := set $settings "BROWSER_RUNNERS" "true" }}{{ end -}}
{{- if and (eq $name "environments") $.Values.secrets.mail.name }}{{ $_ := set $settings "SMTP_URL_FILE" "/secrets/smtp-url" }}{{ end -}}
{{- if $.Values.ingress.enabled -}}
{{- $_ := set $settings "PUBLIC_URL" (printf "%s://%s" (ternary "https" "http" (ne $.Values.ingress.tlsSecret "")) $.Values.ingress.host) -}}
{{- end -}}
{{- if and (eq $name "gateway") $.Values.runnerEdge.enabled -}}
{{- $_ := set $settings "RUNNER_PORT" "4100" -}}
{{- if $.Values.runnerEdge.tlsSecret -}}
{{- $_ := set $settings "RUNNER_TLS_CERT_FILE" "/secrets/runner-tls.crt" -}}
{{- $_ := set $settings "RUNNER_TLS_KEY_FILE" "/secrets/runner-tls.key" -}}
{{- end -}}
{{- end -}}
{{- with $.Values.telemetry.endpoint -}}
{{- $_ := set $settings "NODE_OPTIONS" "--import=/app/telemetry/main.js" -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
{{- $_ := set $settings "OTEL_SERVICE_NAME" (printf "assay-%s" $name) -}}
{{- end -}}
{{- $settings = mergeOverwrite $settings (deepCopy $.Values.env) $service.env -}}
{{- if get $settings "RUNNER_ALLOWED_COMMANDS" }}{{ fail "RUNNER_ALLOWED_COMMANDS: commands could read the mesh's secrets here. Start them from a runner with a RUNNER_TOKEN outside of this chart (runnerEdge.enabled)." }}{{ end -}}
{{- $settings | toYaml -}}
{{- end }}

{{- define "assay.busSettings" -}}
{{- with .Values.kafka -}}
{{- if .brokers -}}
KAFKA_BROKERS: {{ join "," .brokers | quote }}
{{- if .sasl.mechanism }}
KAFKA_SASL_MECHANISM: {{ .sasl.mechanism }}
KAFKA_SASL_USERNAME: {{ .sasl.username | quote }}
KAFKA_SASL_PASSWORD_FILE: /secrets/kafka-password
{{- end }}
{{- if .tls.enabled }}
KAFKA_TLS: "true"
{{- if .tls.secret }}
KAFKA_TLS_CA_FILE: /secrets/kafka-ca.crt
{{- end }}
{{- if .tls.clientCertificate }}
KAFKA_TLS_CERT_FILE: /secrets/kafka-tls.crt
KAFKA_TLS_KEY_FILE: /secrets/kafka-tls.key
{{- end }}
{{- end }}
{{- else -}}
BUS_DATABASE_URL_FILE: /secrets/bus
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.modelSettings" -}}
{{- range $provider, $setting := dict "openai" "OPENAI_API_KEY" "anthropic" "ANTHROPIC_API_KEY" "google" "GOOGLE_API_KEY" "mistral" "MISTRAL_API_KEY" "openrouter" "OPENROUTER_API_KEY" "azure" "AZURE_OPENAI_API_KEY" "bedrock" "BEDROCK_API_KEY" "custom" "MODEL_API_KEY" }}
{{- with index $.Values.secrets.models $provider }}
{{- if .name }}
{{ $setting }}_FILE: /secrets/{{ $provider }}-api-key
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.initSettings" -}}
{{- with .Values.init -}}
ASSAY_INIT_ORG: {{ .organization | quote }}
ASSAY_INIT_PROJECT: {{ .project | quote }}
ASSAY_INIT_OWNER_EMAIL: {{ .ownerEmail | quote }}
ASSAY_INIT_API_KEY_FILE: /secrets/api-key
{{- if .ownerPassword.name }}
ASSAY_INIT_OWNER_PASSWORD_FILE: /secrets/owner-password
{{- end }}
{{- end }}
{{- end }}
