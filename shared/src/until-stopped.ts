/** Resolves at SIGINT, SIGTERM, or when the supervising process disappears. */
export function untilStopped(): Promise<void> {
  return new Promise((stop) => {
    process.once('SIGINT', () => stop())
    process.once('SIGTERM', () => stop())
    exitWithParent(() => stop())
  })
}

/**
 * Calls `stop` when the process that supervises this one disappears, however it ended. Does nothing in a process that
 * was started without an IPC channel.
 */
export function exitWithParent(stop: () => void): void {
  if (process.send === undefined) return
  // Standard error is a pipe that breaks when the supervisor ends; a write error must not keep this process from
  // ending.
  process.stderr.on('error', () => undefined)
  if (!process.connected) return stop()
  process.once('disconnect', stop)
  // The open channel alone must not keep an otherwise idle process alive.
  process.channel?.unref()
}
