import { SpanStatusCode, trace, type Attributes } from '@opentelemetry/api'

const tracer = trace.getTracer('parallax')

/**
 * Runs `act` inside an OpenTelemetry span, which is marked as an error if `act` rejects. Attributes name models and
 * providers, never user content.
 */
export function traced<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await act()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Returns the span attributes of work that a provider's model does. */
export const byProvider = ({ provider, modelId }: { provider: string; modelId: string }): Attributes => ({
  provider,
  model: modelId,
})
