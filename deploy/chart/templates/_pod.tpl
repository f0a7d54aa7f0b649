{{/*
The pod of every workload: services, runners, the migrations and the test; takes (list $ name workload). A job brings
its settings along, because its hook runs before the ConfigMaps exist.
*/}}
{{- define "assay.pod" -}}
{{- $ := index . 0 -}}
{{- $name := index . 1 -}}
{{- $workload := index . 2 -}}
{{- $isJob := eq $workload.protocol "job" -}}
{{- $files := include "assay.secretFiles" . | fromYamlArray -}}
{{- $settings := include "assay.settings" . -}}
metadata:
  labels:
    {{- include "assay.selector" (list $ $name) | nindent 4 }}
    {{- with mergeOverwrite (deepCopy $.Values.commonLabels) $workload.podLabels }}
    {{- include "assay.texts" . | nindent 4 }}
    {{- end }}
  annotations:
    # Settings are read once, so a change of them is a change of the pod.
    checksum/settings: {{ sha256sum $settings }}
    {{- with $.Values.restart.revision }}
    assay.dev/restart-revision: {{ . | quote }}
    {{- end }}
    {{- with $workload.podAnnotations }}
    {{- include "assay.texts" . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "assay.serviceAccountName" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- if $isJob }}
  restartPolicy: Never
  {{- else }}
  {{- $leavingSeconds := ternary (add $.Values.nameAnswerSeconds 5 $workload.stopDelaySeconds) 0 (has $workload.protocol (list "http" "grpc")) }}
  # After both waits, a process takes up to 25 s to finish its work or give it back.
  terminationGracePeriodSeconds: {{ add $leavingSeconds 30 }}
  {{- end }}
  {{- with $workload.nodeSelector }}
  nodeSelector:
    {{- include "assay.texts" . | nindent 4 }}
  {{- end }}
  {{- range $field := list "tolerations" "affinity" "priorityClassName" "runtimeClassName" "hostAliases" "dnsConfig" "initContainers" }}
  {{- with index $workload $field }}
  {{ $field }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  securityContext:
    {{- toYaml $workload.podSecurityContext | nindent 4 }}
  {{- with concat $.Values.global.imagePullSecrets $.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if not $isJob }}{{ with $workload.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- range . }}
    {{- $ofWorkload := dict "labelSelector" (dict "matchLabels" (include "assay.selector" (list $ $name) | fromYaml)) }}
    - {{ ternary . (merge $ofWorkload .) (hasKey . "labelSelector") | toYaml | nindent 6 | trim }}
    {{- end }}
  {{- end }}{{ end }}
  containers:
    - name: {{ $name }}
      image: {{ include "assay.image" (list $ $workload.image) }}
      imagePullPolicy: {{ $workload.image.pullPolicy }}
      args: {{ toJson (get $workload "args" | default (list (printf "%s/main.js" (ternary "runner" $name (eq $name "browser-runner"))))) }}
      {{- if or (not $isJob) $workload.extraEnvFrom }}
      envFrom:
        {{- if not $isJob }}
        - configMapRef: { name: {{ include "assay.name" $ }}-{{ $name }} }
        {{- end }}
        {{- with $workload.extraEnvFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
      {{- $variables := include "assay.variables" . | fromYamlArray }}
      {{- with concat $variables $workload.extraEnv }}
      env:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- $isCalled := eq $workload.protocol "http" "grpc" }}
      {{- $hasMetrics := and $.Values.metrics.enabled (not $isJob) }}
      {{- if or $isCalled $hasMetrics }}
      ports:
        {{- if $isCalled }}
        - name: {{ $workload.protocol }}
          containerPort: {{ ternary 4000 50051 (eq $workload.protocol "http") }}
        {{- end }}
        {{- if and (eq $name "gateway") $.Values.runnerEdge.enabled }}
        - { name: runners, containerPort: 4100 }
        {{- end }}
        {{- if $hasMetrics }}
        - { name: metrics, containerPort: {{ $.Values.metrics.port }} }
        {{- end }}
      {{- end }}
      {{- if $isCalled }}
      lifecycle:
        # Longer than callers may know this address alone.
        preStop: { sleep: { seconds: {{ add $.Values.nameAnswerSeconds 5 }} } }
      {{- end }}
      {{- if $isJob }}
      terminationMessagePolicy: FallbackToLogsOnError
      {{- else }}
      {{- include "assay.probes" (list $ $workload) | nindent 6 }}
      {{- end }}
      securityContext:
        {{- toYaml $workload.securityContext | nindent 8 }}
      resources:
        {{- toYaml $workload.resources | nindent 8 }}
      volumeMounts:
        {{- if $files }}
        - { name: secrets, mountPath: /secrets, readOnly: true }
        {{- end }}
        {{- if include "assay.hasCertificates" $ }}
        - { name: certificates, mountPath: /certificates, readOnly: true }
        {{- end }}
        {{- if has "scratch" $workload.needs }}
        - { name: scratch, mountPath: /tmp }
        {{- end }}
        {{- with $workload.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    {{- with $workload.sidecars }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  volumes:
    {{- if $files }}
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          {{- range $files }}
          - secret:
              name: {{ .name }}
              items: [{ key: {{ .key }}, path: {{ .path }} }]
          {{- end }}
    {{- end }}
    {{- if include "assay.hasCertificates" $ }}
    - name: certificates
      projected:
        sources:
          {{- with $.Values.caCertificates }}
          - {{ ternary "secret" "configMap" (ne .secret "") }}:
              name: {{ .secret | default .configMap }}
              items: [{ key: {{ .key }}, path: ca.crt }]
          {{- end }}
    {{- end }}
    {{- if has "scratch" $workload.needs }}
    # Files of the conformance suite, the profile of a browser and its shared memory.
    - { name: scratch, emptyDir: { sizeLimit: {{ $workload.scratchSize }} } }
    {{- end }}
    {{- with $workload.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Settings that are variables of the container itself, as a YAML list; takes (list $ name workload). */}}
{{- define "assay.variables" -}}
{{- $ := index . 0 -}}
{{- $variables := list -}}
{{- if eq (index . 2).protocol "job" -}}
{{- range $setting, $value := include "assay.settings" . | fromYaml }}{{ $variables = append $variables (dict "name" $setting "value" $value) }}{{ end -}}
{{- end -}}
{{- /* OpenTelemetry reads no files. */ -}}
{{- with $.Values.secrets.telemetryHeaders -}}
{{- if and .name $.Values.telemetry.endpoint -}}
{{- $variables = append $variables (dict "name" "OTEL_EXPORTER_OTLP_HEADERS" "valueFrom" (dict "secretKeyRef" (dict "name" .name "key" .key))) -}}
{{- end -}}
{{- end -}}
{{- toYaml $variables -}}
{{- end }}

{{/* Not empty when there are certificate authorities of the operator's own. */}}
{{- define "assay.hasCertificates" -}}
{{- with .Values.caCertificates }}{{ if or .configMap .secret }}yes{{ end }}{{ end -}}
{{- end }}
