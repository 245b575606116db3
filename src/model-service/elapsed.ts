/** Seconds since a reading of performance.now(), to the millisecond. */
export function elapsedSeconds(startedAt: number): number {
  return Math.round(performance.now() - startedAt) / 1000
}
