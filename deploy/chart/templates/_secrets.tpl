{{/*
The files of one workload's secrets volume, as a YAML list of { setting, path, name, key }: a file at /secrets/<path>
with that key of the Secret, and the setting that names it. Takes (list $ name workload).
*/}}
{{- define "assay.secretFiles" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $workload := index . 2 -}}
{{- $roles := concat (list $name $workload.protocol) $workload.needs -}}
{{- $files := list -}}
{{- range $.Files.Get "secret-files.yaml" | fromYamlArray -}}
{{- $secret := $.Values -}}
{{- range splitList "." .value }}{{ $secret = index $secret . }}{{ end -}}
{{- $isRead := false -}}
{{- range .readers }}{{ if has . $roles }}{{ $isRead = true }}{{ end }}{{ end -}}
{{- if and $isRead $secret.name }}{{ $files = append $files (list . $secret) }}{{ end -}}
{{- end -}}
{{- range $files }}
- { setting: {{ (index . 0).setting }}_FILE, path: {{ (index . 0).path }}, name: {{ (index . 1).name }}, key: {{ (index . 1).key }} }
{{- end }}
{{- with include "assay.meshTlsSecret" $ }}
{{- if ne $workload.protocol "job" }}
- { setting: MESH_TLS_CERT_FILE, path: mesh-tls.crt, name: {{ . }}, key: tls.crt }
- { setting: MESH_TLS_KEY_FILE, path: mesh-tls.key, name: {{ . }}, key: tls.key }
- { setting: MESH_TLS_CA_FILE, path: mesh-ca.crt, name: {{ . }}, key: ca.crt }
{{- end }}
{{- end }}
{{- with $.Values.secrets.database.name }}
{{- if eq $name "migrations" }}
{{- range concat (list "admin") (include "assay.databases" $ | fromYamlArray) (ternary (list "scaler") list (ne (include "assay.scalerReadsPostgres" $) "")) }}
- { setting: {{ upper . }}_DATABASE_URL_FILE, path: {{ . }}, name: {{ $.Values.secrets.database.name }}, key: {{ . }} }
{{- end }}
{{- else if has "database" $workload.needs }}
- { setting: DATABASE_URL_FILE, path: database, name: {{ . }}, key: {{ $name }} }
{{- with $.Values.secrets.directDatabase.name }}
- { setting: DIRECT_DATABASE_URL_FILE, path: direct-database, name: {{ . }}, key: {{ $name }} }
{{- end }}
{{- end }}
{{- if and (has "bus" $workload.needs) (not $.Values.kafka.brokers) }}
- { setting: BUS_DATABASE_URL_FILE, path: bus, name: {{ . }}, key: bus }
{{- end }}
{{- end }}
{{- with $.Values.kafka }}
{{- if and (has "bus" $workload.needs) .brokers }}
{{- if .sasl.mechanism }}
- { setting: KAFKA_SASL_PASSWORD_FILE, path: kafka-password, name: {{ .sasl.password.name }}, key: {{ .sasl.password.key }} }
{{- end }}
{{- if and .tls.enabled .tls.secret }}
- { setting: KAFKA_TLS_CA_FILE, path: kafka-ca.crt, name: {{ .tls.secret }}, key: ca.crt }
{{- if .tls.clientCertificate }}
- { setting: KAFKA_TLS_CERT_FILE, path: kafka-tls.crt, name: {{ .tls.secret }}, key: tls.crt }
- { setting: KAFKA_TLS_KEY_FILE, path: kafka-tls.key, name: {{ .tls.secret }}, key: tls.key }
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if and (eq $name "gateway") $.Values.runnerEdge.enabled $.Values.runnerEdge.tlsSecret }}
- { setting: RUNNER_TLS_CERT_FILE, path: runner-tls.crt, name: {{ $.Values.runnerEdge.tlsSecret }}, key: tls.crt }
- { setting: RUNNER_TLS_KEY_FILE, path: runner-tls.key, name: {{ $.Values.runnerEdge.tlsSecret }}, key: tls.key }
{{- end }}
{{- if and (eq $name "catalog") $.Values.init.ownerEmail }}
- { setting: ASSAY_INIT_API_KEY_FILE, path: api-key, name: {{ $.Values.init.apiKey.name }}, key: {{ $.Values.init.apiKey.key }} }
{{- with $.Values.init.ownerPassword }}
{{- if .name }}
- { setting: ASSAY_INIT_OWNER_PASSWORD_FILE, path: owner-password, name: {{ .name }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
The Secrets that a workload reads, as a YAML list of { name, key }, apart from the ones of settings that match a pattern;
takes (list $ name workload pattern).
*/}}
{{- define "assay.secretsRead" -}}
{{- $ := index . 0 -}}
{{- $pattern := index . 3 -}}
{{- range include "assay.secretFiles" . | fromYamlArray }}
{{- if not (regexMatch $pattern .setting) }}
- { name: {{ .name }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- with $.Values.secrets.telemetryHeaders }}
{{- if and .name $.Values.telemetry.endpoint }}
- { name: {{ .name }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- end }}

{{/* The schemas of the installation, as a YAML list: one of each service with a database, and the event log's. */}}
{{- define "assay.databases" -}}
{{- range $name, $process := include "assay.processes" $ | fromYaml }}
{{- if has "database" $process.needs }}
- {{ $name }}
{{- end }}
{{- end }}
{{- if not .Values.kafka.brokers }}
- bus
{{- end }}
{{- end }}

{{/* The Secret with the certificate of the mesh; empty without mutual TLS. */}}
{{- define "assay.meshTlsSecret" -}}
{{- with .Values.meshTls -}}
{{- if .secret }}{{ .secret }}{{ else if .certificate.enabled }}{{ include "assay.name" $ }}-mesh-tls{{ end -}}
{{- end -}}
{{- end }}
