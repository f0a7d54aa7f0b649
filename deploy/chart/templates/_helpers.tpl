{{- define "assay.name" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride }}{{ else if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{/* What never changes for one part of the installation; takes (list $ name). */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name | quote }}
app.kubernetes.io/part-of: assay
{{- end }}

{{/* Takes (list $ name), and further labels, which win over the chart's. */}}
{{- define "assay.labels" -}}
{{- $ := index . 0 -}}
{{- $labels := include "assay.selector" . | fromYaml -}}
{{- $_ := set $labels "app.kubernetes.io/version" $.Chart.AppVersion -}}
{{- $_ := set $labels "app.kubernetes.io/managed-by" $.Release.Service -}}
{{- $_ := set $labels "helm.sh/chart" (printf "%s-%s" $.Chart.Name $.Chart.Version) -}}
{{- range $further := concat (list $.Values.commonLabels) (rest (rest .) | first | list) -}}
{{- $labels = mergeOverwrite $labels (deepCopy ($further | default dict)) -}}
{{- end -}}
{{- include "assay.texts" $labels -}}
{{- end }}

{{/* The name and labels of an object of one part; takes (list $ name), and further labels and annotations. */}}
{{- define "assay.metadata" -}}
name: {{ include "assay.name" (index . 0) }}-{{ index . 1 }}
labels:
  {{- include "assay.labels" . | nindent 2 }}
{{- if gt (len .) 3 }}{{ with index . 3 }}
annotations:
  {{- include "assay.texts" . | nindent 2 }}
{{- end }}{{ end }}
{{- end }}

{{/* A map whose values are texts: `--set` makes numbers and booleans of some, and helm reads numbers of a file as floats. */}}
{{- define "assay.texts" -}}
{{- $texts := dict -}}
{{- range $name, $value := . -}}
{{- if and (kindIs "float64" $value) (eq (floor $value) (float64 $value)) }}{{ $value = int64 $value }}{{ end -}}
{{- $_ := set $texts $name (toString $value) -}}
{{- end -}}
{{- toYaml $texts -}}
{{- end }}

{{/* The address of the installation for people; empty when no value tells it. */}}
{{- define "assay.publicUrl" -}}
{{- with .Values -}}
{{- if .publicUrl -}}
{{ .publicUrl }}
{{- else if .ingress.enabled -}}
{{ ternary "https" "http" (ne .ingress.tlsSecret "") }}://{{ .ingress.host }}{{ trimSuffix "/" .ingress.path }}
{{- else if .gatewayApi.enabled -}}
https://{{ first .gatewayApi.hostnames }}{{ trimSuffix "/" .gatewayApi.path }}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Refuses to render without an API of the cluster; takes (list $ version who advice). It decides nothing else, so that what is
rendered depends on the values alone.
*/}}
{{- define "assay.needsApi" -}}
{{- $ := index . 0 -}}
{{- if and $.Values.checkApis (not ($.Capabilities.APIVersions.Has (index . 1))) -}}
{{- fail (printf "%s needs the API %s, which this cluster does not have. %s Where the chart is rendered without a cluster, set checkApis to false." (index . 2) (index . 1) (index . 3)) -}}
{{- end -}}
{{- end }}
