{{/*
The autoscaler of runners by their work, for KEDA; takes (list $ name workload). One trigger goes by the open items, one by
the age of the oldest item that waits, for work that has slots of its own (RUNNER_BACKGROUND_SLOTS …).
*/}}
{{- define "assay.scaledObject" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $scaled := (index . 2).autoscaling -}}
{{- $scaling := $.Values.workScaling -}}
{{- include "assay.needsApi" (list $ "keda.sh/v1alpha1" (printf "autoscaling of %s: KEDA" $name) "Install KEDA, or set workScaling.by to externalMetrics.") }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "assay.metadata" (list $ $name) | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "assay.name" $ }}-{{ $name }} }
  minReplicaCount: {{ $scaled.minReplicas }}
  maxReplicaCount: {{ $scaled.maxReplicas }}
  pollingInterval: {{ $scaling.pollingSeconds }}
  cooldownPeriod: {{ $scaling.scaleInSeconds }}
  # While the depth of work is unknown, no runner is taken away.
  fallback: { failureThreshold: 3, replicas: {{ $scaled.fallbackReplicas }}, behavior: currentReplicasIfHigher }
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "assay.scaleInBehavior" $ | nindent 8 }}
  triggers:
    {{- $sql := include "assay.openWorkSql" . | fromYaml }}
    {{- $promql := include "assay.openWorkPromql" . | fromYaml }}
    {{- range list (list "depth" "AverageValue" $scaled.itemsPerPod) (list "age" "Value" $scaled.maxAgeSeconds) }}
    {{- $what := index . 0 }}
    - type: {{ $scaling.trigger }}
      metricType: {{ index . 1 }}
      {{- if eq $scaling.trigger "postgresql" }}
      metadata:
        query: {{ get $sql $what | quote }}
        targetQueryValue: {{ index . 2 | quote }}
      authenticationRef: { name: {{ include "assay.name" $ }}-work-scaling }
      {{- else }}
      metadata:
        serverAddress: {{ required "workScaling.prometheus.serverAddress: the trigger prometheus needs the address of Prometheus." $scaling.prometheus.serverAddress | quote }}
        query: {{ get $promql $what | quote }}
        threshold: {{ index . 2 | quote }}
        ignoreNullValues: "false"
      {{- with $scaling.prometheus.authentication }}
      authenticationRef: { name: {{ . }} }
      {{- end }}
      {{- end }}
    {{- end }}
{{- end }}

{{/*
At most half of the runners leave in a minute, and none while some work of the last minutes needed them. A runner that
leaves finishes its work or gives its leases back.
*/}}
{{- define "assay.scaleInBehavior" -}}
scaleDown:
  stabilizationWindowSeconds: {{ .Values.workScaling.scaleInSeconds }}
  policies: [{ type: Percent, value: 50, periodSeconds: 60 }]
scaleUp:
  stabilizationWindowSeconds: 0
  policies: [{ type: Percent, value: 100, periodSeconds: 30 }, { type: Pods, value: 4, periodSeconds: 30 }]
{{- end }}

{{/* The labels of a runner, as a YAML list; takes (list $ name workload). */}}
{{- define "assay.runnerLabels" -}}
{{- $labels := list -}}
{{- range splitList "," (get (mergeOverwrite (deepCopy (index . 0).Values.env) (index . 2).env) "RUNNER_LABELS" | default "") }}
{{- with trim . }}{{ $labels = append $labels . }}{{ end -}}
{{- end -}}
{{- if eq (index . 1) "browser-runner" }}{{ $labels = append $labels "browser" }}{{ end -}}
{{- toYaml $labels -}}
{{- end }}

{{/*
Queries for the open work of a runner, as YAML { depth, age }; takes (list $ name workload). Work that asks for a browser
is of the runners with one, and other work of the other runners.
*/}}
{{- define "assay.openWorkSql" -}}
{{- $quoted := list -}}
{{- range include "assay.runnerLabels" . | fromYamlArray }}{{ $quoted = append $quoted (printf "'%s'" (replace "'" "''" .)) }}{{ end -}}
{{- $of := printf "from scaling.open_work where labels <@ array[%s]::text[]" (join ", " $quoted) -}}
{{- if eq (index . 1) "browser-runner" }}{{ $of = printf "%s and 'browser' = any (labels)" $of }}{{ end -}}
depth: {{ printf "select coalesce(sum(waiting + held), 0)::bigint %s" $of | quote }}
age: {{ printf "select coalesce(max(oldest_age_seconds), 0)::bigint %s" $of | quote }}
{{- end }}

{{- define "assay.openWorkPromql" -}}
{{- $quoted := list -}}
{{- range include "assay.runnerLabels" . | fromYamlArray }}{{ $quoted = append $quoted (regexQuoteMeta .) }}{{ end -}}
{{- $one := printf "(%s)" (join "|" $quoted) -}}
{{- $of := printf "namespace=%q,labels=~%q" (index . 0).Release.Namespace (ternary (printf "(%s(,%s)*)?" $one $one) "" (gt (len $quoted) 0)) -}}
{{- if eq (index . 1) "browser-runner" }}{{ $of = printf "%s,labels=~%q" $of "(.*,)?browser(,.*)?" }}{{ end -}}
{{- /* Zero where such work was never seen, and nothing where metrics are missing: a runner must not leave then. */ -}}
{{- $orZero := printf "or 0 * max(assay_work_waiting{namespace=%q})" (index . 0).Release.Namespace -}}
{{- $depth := "sum(max by (kind, labels) (assay_work_waiting{%s}) + max by (kind, labels) (assay_work_held{%s})) %s" -}}
depth: {{ printf $depth $of $of $orZero | quote }}
age: {{ printf "max(assay_work_oldest_age_seconds{%s}) %s" $of $orZero | quote }}
{{- end }}

{{/* Not empty when an autoscaler of runners asks Postgres. */}}
{{- define "assay.scalerReadsPostgres" -}}
{{- range $name := list "runner" "browser-runner" -}}
{{- if hasKey (include "assay.processes" $ | fromYaml) $name -}}
{{- $workload := include "assay.workload" (list $ $name) | fromYaml -}}
{{- with $.Values.workScaling -}}
{{- if and $workload.autoscaling.enabled (eq .by "keda") (eq .trigger "postgresql") }}yes{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
