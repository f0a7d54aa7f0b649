{{/* Why these values are refused, a line each; empty when they are not. */}}
{{- define "assay.refusals" -}}
{{- include "assay.globalRefusals" . }}
{{- include "assay.nameRefusals" . }}
{{- include "assay.labelRefusals" . }}
{{- include "assay.settingRefusals" . }}
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
