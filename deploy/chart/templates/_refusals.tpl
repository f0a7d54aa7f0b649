{{/* Why these values are refused, a line each; empty when they are not. */}}
{{- define "assay.refusals" -}}
{{- include "assay.globalRefusals" . }}
{{- include "assay.labelRefusals" . }}
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
