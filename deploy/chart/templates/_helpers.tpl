{{- define "assay.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{/* What never changes for one part of the installation; takes (list $ name). */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/part-of: assay
{{- end }}

{{/* Peers of a network policy: the pods of these parts of the installation; takes (list $ names). */}}
{{- define "assay.podsNamed" -}}
{{- $ := index . 0 -}}
{{- range index . 1 }}
- podSelector:
    matchLabels:
      {{- include "assay.selector" (list $ .) | nindent 6 }}
{{- end }}
{{- end }}

{{/* Takes (list $ name). */}}
{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
{{- with index . 0 }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
{{- end }}

{{/* Every process of the mesh by its name, as YAML: services.yaml. */}}
{{- define "assay.services" -}}
{{- .Files.Get "services.yaml" -}}
{{- end }}

{{/* What a service is, and its entry of the values, over the defaults, as YAML; takes (list $ name). */}}
{{- define "assay.service" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $known := index (include "assay.services" $ | fromYaml) $name -}}
{{- $own := index $.Values.services $name | default dict -}}
{{- mergeOverwrite (deepCopy $.Values.defaults) $known $own | toYaml -}}
{{- end }}

{{- define "assay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "assay.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "assay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The rules by which runners of any kind connect outwards; takes (list $ service). */}}
{{- define "assay.runnerEgress" -}}
{{- $ := index . 0 -}}
{{- $service := index . 1 -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
- to:
    {{- include "assay.podsNamed" (list $ $service.calls) | nindent 4 }}
{{- with $.Values.telemetry.endpoint }}
- ports: [{ port: {{ regexFind ":[0-9]+" (urlParse .).host | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https" .)) }} }]
{{- end }}
{{- with $.Values.networkPolicies.runnerEgress }}
{{ toYaml . }}
{{- end }}
{{- end }}
