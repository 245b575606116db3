/**
 * A circuit breaker: keeps calls away from a service that has stopped answering, so that callers do not wait for its
 * timeouts.
 */
export interface Circuit {
  /** Returns whether a call may be sent. Once the pause is over (half-open), one probe decides for all callers. */
  admits(): Promise<boolean>
  succeeded(): void
  failed(): void
}

export interface CircuitOptions {
  /** The number of failures in a row that opens the circuit. */
  threshold: number
  /** The time that it stays open before a probe, in milliseconds. */
  pauseMs: number
  probe(): Promise<boolean>
  /** Returns milliseconds of a monotonic clock. */
  now?(): number
}

/**
 * Returns a circuit breaker that starts closed: it lets calls through until `threshold` of them in a row have failed.
 */
export function openCircuit({ threshold, pauseMs, probe, now = () => performance.now() }: CircuitOptions): Circuit {
  let failures = 0
  let shutUntil = 0
  let probing: Promise<boolean> | null = null

  async function runProbe(): Promise<boolean> {
    const answered = await probe()
    if (answered) failures = 0
    else shutUntil = now() + pauseMs
    probing = null
    return answered
  }
  return {
    async admits() {
      if (failures < threshold) return true
      if (now() < shutUntil) return false
      probing ??= runProbe()
      return probing
    },
    succeeded: () => void (failures = 0),
    failed() {
      failures += 1
      if (failures >= threshold) shutUntil = now() + pauseMs
    },
  }
}
