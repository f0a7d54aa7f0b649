{{/* Every process of the mesh by its name, as YAML: services.yaml, and the runners with a browser. */}}
{{- define "assay.processes" -}}
{{- $processes := .Files.Get "services.yaml" | fromYaml -}}
{{- if .Values.browserRunner.enabled }}{{ $_ := set $processes "browser-runner" $processes.runner }}{{ end -}}
{{- toYaml $processes -}}
{{- end }}

{{/*
A process or job with its values over the defaults, as YAML; takes (list $ name). A runner with a browser has the
values of the other runners, and its own over them.
*/}}
{{- define "assay.workload" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $known := index (include "assay.processes" $ | fromYaml) $name | default (dict "protocol" "job" "calls" list "needs" list) -}}
{{- $shared := index $.Values.services (ternary "runner" $name (eq $name "browser-runner")) | default dict -}}
{{- $own := index (dict "browser-runner" $.Values.browserRunner "migrations" $.Values.migrations "test" $.Values.test) $name | default dict -}}
{{- $defaults := deepCopy $.Values.defaults -}}
{{- /* A job ends when all of its containers have ended. */ -}}
{{- if eq $known.protocol "job" }}{{ $_ := set $defaults "sidecars" list }}{{ end -}}
{{- $workload := mergeOverwrite (dict "image" (deepCopy $.Values.image)) $defaults $known (deepCopy $shared) -}}
{{- /* A digest is of one image alone, and runners with a browser have an image of their own. */ -}}
{{- $isOther := ne (dig "image" "repository" $workload.image.repository $own) $workload.image.repository -}}
{{- if and (eq $name "browser-runner") $isOther }}{{ $_ := unset $workload.image "digest" }}{{ end -}}
{{- $workload = mergeOverwrite $workload (deepCopy $own) -}}
{{- with $workload.podSecurityContext }}{{ with .seccompProfile -}}
{{- if ne (get . "type") "Localhost" }}{{ $_ := unset . "localhostProfile" }}{{ end -}}
{{- end }}{{ end -}}
{{- toYaml $workload -}}
{{- end }}

{{/* Takes (list $ image). A digest wins over a tag. */}}
{{- define "assay.image" -}}
{{- $ := index . 0 -}}
{{- with index . 1 -}}
{{- with $.Values.global.imageRegistry | default .registry }}{{ . }}/{{ end -}}
{{ .repository }}
{{- if get . "digest" }}@{{ .digest }}{{ else }}:{{ include "assay.tag" (list $ .tag) }}{{ end -}}
{{- end -}}
{{- end }}

{{- define "assay.tag" -}}
{{- $ := index . 0 -}}
{{- with index . 1 | default $.Values.image.tag | default $.Chart.AppVersion -}}
{{ include "assay.texts" (dict "tag" .) | fromYaml | dig "tag" "" }}
{{- end -}}
{{- end }}

{{- define "assay.serviceAccountName" -}}
{{- $ := index . 0 -}}
{{- $workload := index . 2 -}}
{{- $workload.serviceAccount.name | default (ternary (printf "%s-%s" (include "assay.name" $) (index . 1)) "default" $workload.serviceAccount.create) -}}
{{- end }}

{{/* Takes (list $ name workload). */}}
{{- define "assay.serviceAccount" -}}
{{- $account := (index . 2).serviceAccount -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "assay.serviceAccountName" . }}
  labels:
    {{- include "assay.labels" (list (index . 0) (index . 1) $account.labels) | nindent 4 }}
  {{- with $account.annotations }}
  annotations:
    {{- include "assay.texts" . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
