{{/* The files of one service's secrets volume; takes (list $ name). */}}
{{- define "assay.secretFiles" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $service := include "assay.service" . | fromYaml -}}
{{- $secrets := $.Values.secrets -}}
{{- if ne $name "runner" }}
{{ include "assay.secretFile" (list $secrets.mesh "mesh") }}
{{- end }}
{{ include "assay.secretFile" (list $secrets.meshRunner "mesh-runner") }}
{{- with $.Values.meshTls.secret }}
{{- $secret := . }}
{{- range list "tls.crt" "tls.key" "ca.crt" }}
{{ include "assay.secretFile" (list (dict "name" $secret "key" .) (printf "mesh-%s" .)) }}
{{- end }}
{{- end }}
{{- if has "database" $service.needs }}
{{ include "assay.secretFile" (list (dict "name" $secrets.database.name "key" $name) "database") }}
{{- end }}
{{- if has "keyEncryption" $service.needs }}
{{ include "assay.secretFile" (list $secrets.keyEncryption "key-encryption") }}
{{- end }}
{{- if has "models" $service.needs }}
{{- include "assay.modelSecretFiles" $ }}
{{- end }}
{{- if and (has "blobs" $service.needs) $secrets.blobs.name }}
{{ include "assay.secretFile" (list $secrets.blobs "blobs") }}
{{- end }}
{{- if and (eq $name "catalog") $secrets.oidc.name }}
{{ include "assay.secretFile" (list $secrets.oidc "oidc-client-secret") }}
{{- end }}
{{- if and (eq $name "environments") $secrets.mail.name }}
{{ include "assay.secretFile" (list $secrets.mail "smtp-url") }}
{{- end }}
{{- if has "bus" $service.needs }}
{{- include "assay.busSecretFiles" $ }}
{{- end }}
{{- if and (eq $name "gateway") $.Values.runnerEdge.enabled $.Values.runnerEdge.tlsSecret }}
{{- range list "tls.crt" "tls.key" }}
{{ include "assay.secretFile" (list (dict "name" $.Values.runnerEdge.tlsSecret "key" .) (printf "runner-%s" .)) }}
{{- end }}
{{- end }}
{{- if and (eq $name "catalog") $.Values.init.ownerEmail }}
{{- include "assay.initSecretFiles" $ }}
{{- end }}
{{- end }}

{{/* One file of a projected volume; takes (list (dict name key) path). */}}
{{- define "assay.secretFile" -}}
{{- $secret := index . 0 -}}
- secret:
    name: {{ $secret.name }}
    items: [{ key: {{ $secret.key }}, path: {{ index . 1 }} }]
{{- end }}

{{- define "assay.modelSecretFiles" -}}
{{- range $provider, $secret := .Values.secrets.models }}
{{- if $secret.name }}
{{ include "assay.secretFile" (list $secret (printf "%s-api-key" $provider)) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.busSecretFiles" -}}
{{- $kafka := .Values.kafka }}
{{- if not $kafka.brokers }}
{{ include "assay.secretFile" (list (dict "name" .Values.secrets.database.name "key" "bus") "bus") }}
{{- else }}
{{- if $kafka.sasl.mechanism }}
{{ include "assay.secretFile" (list $kafka.sasl.password "kafka-password") }}
{{- end }}
{{- if and $kafka.tls.enabled $kafka.tls.secret }}
{{- range ternary (list "ca.crt" "tls.crt" "tls.key") (list "ca.crt") $kafka.tls.clientCertificate }}
{{ include "assay.secretFile" (list (dict "name" $kafka.tls.secret "key" .) (printf "kafka-%s" .)) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.initSecretFiles" -}}
{{- with .Values.init }}
{{ include "assay.secretFile" (list .apiKey "api-key") }}
{{- if .ownerPassword.name }}
{{ include "assay.secretFile" (list .ownerPassword "owner-password") }}
{{- end }}
{{- end }}
{{- end }}
