/** Resolves at SIGINT, SIGTERM, or when the supervising process is gone. */
export function untilStopped(): Promise<void> {
  return new Promise((stop) => {
    process.once('SIGINT', () => stop())
    process.once('SIGTERM', () => stop())
    exitWithParent(() => stop())
  })
}

/**
 * Calls `stop` when the process that supervises this one is gone, however it ended. Does nothing in a process that was
 * started without an IPC channel.
 */
export function exitWithParent(stop: () => void): void {
  if (process.send === undefined) return
  // The pipe of standard error breaks when the supervisor ends; an error in writing to it must not keep this process
  // from ending.
  process.stderr.on('error', () => undefined)
  if (!process.connected) return stop()
  process.once('disconnect', stop)
  // The open channel alone must not keep a process alive that has nothing else to do.
  process.channel?.unref()
}
