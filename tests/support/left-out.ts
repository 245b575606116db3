/** Whether a suite is skipped, which is when there is a reason; prints the reason. */
export function leftOut(reason: string | undefined, what: string): boolean {
  if (reason) process.stderr.write(`Skipped: ${what}: ${reason}\n`)
  return reason !== undefined
}
