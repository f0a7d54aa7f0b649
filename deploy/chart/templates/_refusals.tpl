{{/* Why these values are refused, a line each; empty when they are not. */}}
{{- define "assay.refusals" -}}
{{- with include "assay.nullRefusals" . | trim }}
{{ . }}
{{- else }}
{{- include "assay.globalRefusals" . }}
{{- include "assay.nameRefusals" . }}
{{- include "assay.labelRefusals" . }}
{{- include "assay.settingRefusals" . }}
{{- include "assay.accessRefusals" . }}
{{- include "assay.operatorRefusals" . }}
{{- include "assay.workloadRefusals" . }}
{{- end }}
{{- end }}

{{/* Null takes the default of a value away, and templates read further in some. */}}
{{- define "assay.nullRefusals" -}}
{{- range $path := splitList " " (include "assay.readValues" . | replace "\n" " ") }}
{{- $value := $.Values }}
{{- range splitList "." $path }}{{ $value = ternary (index (ternary $value dict (kindIs "map" $value)) .) "" (kindIs "map" $value) }}{{ end }}
{{- if kindIs "invalid" $value }}
{{ $path }}: the key has nothing behind it, or null, which takes its default away. Leave it out, or write a value.
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.readValues" -}}
global global.imagePullSecrets imagePullSecrets commonLabels env secrets.directDatabase secrets.models restart init
postgres telemetry metrics meshTls meshTls.certificate runnerEdge service service.port ingress
defaults.env defaults.extraEnv defaults.extraVolumes defaults.extraVolumeMounts defaults.autoscaling
defaults.disruptionBudget defaults.probes defaults.podLabels defaults.annotations defaults.serviceAccount
defaults.serviceAccount.create defaults.serviceAccount.annotations defaults.networkPolicy browserRunner test
{{- with .Values.init }}{{ if .ownerEmail }} init.apiKey{{ end }}{{ end }}
{{- with .Values.metrics }}{{ if .enabled }} metrics.port{{ end }}{{ end }}
{{- with .Values.ingress }}{{ if .enabled }} ingress.path{{ else }} gatewayApi{{ end }}{{ end }}
{{- with .Values.gatewayApi }}{{ if .enabled }} gatewayApi.path{{ end }}{{ end }}
{{- with .Values.kafka }}{{ if .brokers }} kafka.sasl kafka.tls{{ with .sasl }}{{ if .mechanism }} kafka.sasl.password{{ end }}{{ end }}{{ end }}{{ end }}
{{- end }}

{{- define "assay.globalRefusals" -}}
{{- if .Chart.IsRoot }}
{{- range $name, $_ := omit .Values.global "imageRegistry" "imagePullSecrets" }}
global.{{ $name }}: this chart reads global.imageRegistry and global.imagePullSecrets alone.
{{- end }}
{{- end }}
{{- end }}

{{/* The values of each workload as they were given, by their path, as YAML. */}}
{{- define "assay.givenWorkloads" -}}
{{- $given := pick .Values "defaults" "browserRunner" "migrations" "test" -}}
{{- range $name, $own := .Values.services }}{{ $_ := set $given (printf "services.%s" $name) $own }}{{ end -}}
{{- range $path, $own := $given }}{{ $_ := set $given $path ($own | default dict) }}{{ end -}}
{{- toYaml $given -}}
{{- end }}

{{/* The longest name of a Service, which takes 63 characters, is this one with "-environments" behind it. */}}
{{- define "assay.nameRefusals" -}}
{{- $name := include "assay.name" . -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$" $name) }}
fullnameOverride: Services cannot have names that begin with `{{ $name }}`. Choose at most 50 letters, digits and hyphens, a letter first.
{{- end }}
{{- end }}

{{- define "assay.labelRefusals" -}}
{{- $labels := pick .Values "commonLabels" -}}
{{- range $path, $own := include "assay.givenWorkloads" . | fromYaml }}{{ $_ := set $labels (printf "%s.podLabels" $path) $own.podLabels }}{{ end -}}
{{- range $path, $given := $labels }}
{{- range $label, $_ := include "assay.selector" (list $ "") | fromYaml }}
{{- if hasKey ($given | default dict) $label }}
{{ $path }}: {{ $label }} is a label of the chart, by which Services and network policies select its pods. Choose another name.
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings of `env`: it makes ConfigMaps, which hold no secret, and ports, probes and waits are of the chart. */}}
{{- define "assay.settingRefusals" -}}
{{- $secrets := .Files.Get "refused-settings.yaml" | fromYaml -}}
{{- $wired := include "assay.wiredSettings" . | fromYaml -}}
{{- $given := dict "env" .Values.env -}}
{{- range $path, $own := include "assay.givenWorkloads" . | fromYaml }}{{ $_ := set $given (printf "%s.env" $path) $own.env }}{{ end -}}
{{- range $path, $settings := $given }}
{{- range $setting, $_ := $settings }}
{{- if hasKey $wired $setting }}
{{ $path }}.{{ $setting }}: the chart sets it, because ports, probes and waits follow from it. {{ get $wired $setting }}
{{- else if or (hasKey $secrets $setting) (regexMatch "SECRET$|PASSWORD$|(^|_)(API|ENCRYPTION)_KEY$|DATABASE_URL$|TOKEN$|_HEADERS$" $setting) }}
{{ $path }}.{{ $setting }}: a secret does not go into env, which makes ConfigMaps. Use {{ get $secrets $setting | default "extraEnv with a secretKeyRef" }}.
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings that env cannot change, each with the value that does. */}}
{{- define "assay.wiredSettings" -}}
HEALTH_PORT: No value changes it.
LISTEN_ADDRESS: No value changes it.
METRICS_PORT: Use metrics.port.
PORT: Use service.port for the port of the Service.
RUNNER_PORT: Use runnerEdge.enabled.
STOP_DELAY_MS: Use stopDelaySeconds of defaults or of the process.
{{- end }}

{{/* What leads to the gateway. */}}
{{- define "assay.accessRefusals" -}}
{{- with .Values.service }}
{{- if gt (int .port) 65535 }}
service.port: {{ int .port }} is over 65535.
{{- end }}
{{- if gt (int .nodePort) 65535 }}
service.nodePort: {{ int .nodePort }} is over 65535.
{{- end }}
{{- if and .nodePort (eq .type "ClusterIP") }}
service.nodePort: a Service of type ClusterIP has none. Set service.type to NodePort or LoadBalancer.
{{- end }}
{{- if and .loadBalancerSourceRanges (ne .type "LoadBalancer") }}
service.loadBalancerSourceRanges: a Service of type {{ .type }} takes none. Set service.type to LoadBalancer.
{{- end }}
{{- end }}
{{- with .Values.ingress }}
{{- if and .enabled (hasPrefix "*" (.host | default "")) (not $.Values.publicUrl) }}
publicUrl: a wildcard as ingress.host does not tell the address for people. Set publicUrl.
{{- end }}
{{- end }}
{{- with .Values.gatewayApi }}
{{- if and .enabled (not .parentRefs) }}
gatewayApi.parentRefs: an HTTPRoute belongs to a Gateway. Name it.
{{- end }}
{{- end }}
{{- end }}

{{/* What the processes and operators of a cluster are told. */}}
{{- define "assay.operatorRefusals" -}}
{{- with .Values.kafka }}
{{- if and .brokers .sasl.mechanism (not .sasl.username) }}
kafka.sasl.username: {{ .sasl.mechanism }} needs a user.
{{- end }}
{{- end }}
{{- with .Values.externalSecrets }}
{{- if and .enabled (not (get (.storeRef | default dict) "name")) }}
externalSecrets.storeRef.name: ExternalSecrets need a store.
{{- end }}
{{- end }}
{{- with .Values.metrics }}
{{- if .enabled }}
{{- if has (int .port) (concat (list 4000 4001 50051) (ternary (list 4100) list (eq $.Values.runnerEdge.enabled true))) }}
metrics.port: processes serve something else at {{ int .port }}. Choose another port.
{{- end }}
{{- else if dig "enabled" false (.podMonitor | default dict) }}
metrics.podMonitor.enabled: there is nothing to scrape while metrics.enabled is false.
{{- end }}
{{- end }}
{{- end }}

{{- define "assay.workloadRefusals" -}}
{{- range $name := list "runner" "browser-runner" }}
{{- $own := ternary $.Values.browserRunner (get $.Values.services "runner" | default dict) (eq $name "browser-runner") }}
{{- if dig "autoscaling" "cpuPercent" "" $own }}
autoscaling.cpuPercent of {{ $name }}: a runner with all slots busy uses a fraction of its CPU, so runners are scaled by work (workScaling, autoscaling.itemsPerPod and maxAgeSeconds).
{{- end }}
{{- end }}
{{- $stuck := list -}}
{{- range $name, $_ := include "assay.processes" . | fromYaml }}
{{- with include "assay.workload" (list $ $name) | fromYaml }}
{{- if and .autoscaling.enabled (gt (int .autoscaling.minReplicas) (int .autoscaling.maxReplicas)) }}
autoscaling.minReplicas of {{ $name }}: {{ .autoscaling.minReplicas }} is over autoscaling.maxReplicas, {{ .autoscaling.maxReplicas | default "none" }}.
{{- end }}
{{- if and (regexMatch "^0+%?$" (toString .maxSurge)) (regexMatch "^0+%?$" (toString .maxUnavailable)) }}{{ $stuck = append $stuck $name }}{{ end }}
{{- end }}
{{- end }}
{{- with $stuck }}
maxSurge of {{ join ", " . }}: no pod can be replaced while maxUnavailable is 0 as well. Set one of them.
{{- end }}
{{- end }}
