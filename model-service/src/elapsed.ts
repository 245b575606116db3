/** Returns the seconds since `startedAt`, an earlier value of performance.now(), rounded to the millisecond. */
export function elapsedSeconds(startedAt: number): number {
  return Math.round(performance.now() - startedAt) / 1000
}
