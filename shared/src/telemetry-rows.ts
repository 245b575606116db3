import { oneOf, row, text } from './config-rows.js'

const collector = 'http://otel-collector:4318'

/**
 * Returns the configuration variables of telemetry, which every process has; `serviceName` is the default name in its
 * traces.
 */
export const telemetryRows = (serviceName: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: row(
    'telemetry.endpoint',
    collector,
    'OpenTelemetry collector; empty switches traces and metrics off',
    (reader, name) => (reader.isGiven(name) ? reader.urlOrNull(name) : collector),
  ),
  OTEL_TRACES_EXPORTER: oneOf(
    'telemetry.traces',
    ['otlp', 'console', 'none'],
    'otlp',
    '`otlp`, `console` (spans on standard output, for development) or `none`',
  ),
  OTEL_SERVICE_NAME: text('telemetry.serviceName', serviceName, 'service.name of traces and metrics'),
})
