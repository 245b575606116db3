{{- define "parallax.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "parallax.selector" -}}
app.kubernetes.io/name: parallax
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "parallax.labels" -}}
{{ include "parallax.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "parallax.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
{{ include "parallax.container" . }}
{{- end }}

{{- define "parallax.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "parallax.pod" -}}
automountServiceAccountToken: false
# Else a Service named redis beside it would set REDIS_PORT, to an address.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
terminationGracePeriodSeconds: 20
{{- end }}

{{/* Pods of one part are spread over nodes where that can be. */}}
{{- define "parallax.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "parallax.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "parallax.environment" -}}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
  - configMapRef:
      name: {{ include "parallax.name" . }}
{{- end }}

{{/* One claim holds the four folders that pods share. */}}
{{- define "parallax.mounts" -}}
volumeMounts:
  - { name: shared, mountPath: /videos, subPath: videos }
  - { name: shared, mountPath: /thumbnails, subPath: thumbnails }
  - { name: shared, mountPath: /exports, subPath: exports }
  - { name: shared, mountPath: /model-thumbnails, subPath: model-thumbnails }
  - { name: uploads, mountPath: /uploads }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "parallax.volumes" -}}
volumes:
  - name: shared
    {{- if .Values.videos.existingClaim }}
    persistentVolumeClaim: { claimName: {{ .Values.videos.existingClaim }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
  - { name: uploads, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end }}
