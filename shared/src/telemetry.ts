import type { Logger } from 'pino'
import { withTimeout } from './timeout.js'

export interface TelemetryConfig {
  host: string
  /** How many processes of this kind share the machine, each with a separate metrics page; 1 by default. */
  processes?: number
  telemetry: {
    /** The URL of the collector; null for none. */
    endpoint: string | null
    traces: 'otlp' | 'console' | 'none'
    serviceName: string
    /** The port of the Prometheus page; null for none. */
    metricsPort?: number | null
  }
}

export interface Telemetry {
  /** Sends the remaining data, for at most two seconds. */
  close(): Promise<void>
}

const metricsEveryMs = 60_000
const closeMs = 2000

/**
 * Starts sending traces and metrics to a collector (OTLP over HTTP, T-04, T-05) and serving a Prometheus page on a
 * separate port, each if it is configured; without either nothing is loaded. Instruments created before this call
 * record nothing, so it must run before the parts of the app are imported. Faults of a collector never reach the
 * caller.
 */
export async function startTelemetry(
  config: TelemetryConfig,
  role: 'api' | 'worker' | 'model-service',
  log: Logger,
): Promise<Telemetry> {
  const { endpoint, serviceName, metricsPort = null, traces } = config.telemetry
  const printed = traces === 'console'
  if (endpoint === null && metricsPort === null && !printed) return { close: async () => undefined }
  const { NodeSDK, metrics, resources, tracing } = await import('@opentelemetry/sdk-node')
  const readers: InstanceType<typeof metrics.MetricReader>[] = []
  if (endpoint !== null) {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http')
    const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` })
    readers.push(new metrics.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: metricsEveryMs }))
  }
  if (metricsPort !== null) {
    const page = await openMetricsPage(config.host, metricsPort, log, config.processes ?? 1)
    if (page) readers.push(page)
  }
  const sdk = new NodeSDK({
    serviceName,
    resource: resources.resourceFromAttributes({ 'process.role': role }),
    autoDetectResources: false,
    metricReaders: readers,
    logRecordProcessors: [],
    ...(printed
      ? { spanProcessors: [new tracing.SimpleSpanProcessor(new tracing.ConsoleSpanExporter())] }
      : endpoint === null || traces === 'none'
        ? { spanProcessors: [] }
        : { traceExporter: await openTraceExporter(endpoint) }),
  })
  sdk.start()
  const { recordLoopDelay } = await import('./loop-delay.js')
  const stop = recordLoopDelay()
  return {
    close: () => {
      stop()
      return withTimeout(sdk.shutdown(), closeMs, 'The collector does not answer').catch((err: unknown) => {
        log.warn({ err }, 'the last traces and metrics were not sent')
      })
    },
  }
}

async function openTraceExporter(endpoint: string) {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
}

/**
 * Serves the Prometheus page on the port or, if other processes on the machine have taken it, on the next free one;
 * returns null if none is free.
 */
async function openMetricsPage(host: string, port: number, log: Logger, processes: number) {
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus')
  // One port for each process of the API, and one for a worker.
  let reason = ''
  for (let one = port; one <= port + processes; one++) {
    const exporter = new PrometheusExporter({ host, port: one, preventServerStart: true })
    try {
      await exporter.startServer()
      log.info(`metrics on http://${host}:${one}/metrics`)
      return exporter
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
      log.debug(`metrics cannot be served on port ${one}: ${reason}`)
    }
  }
  log.warn(`metrics cannot be served on a port from METRICS_PORT ${port} to ${port + processes}: ${reason}`)
  return null
}
