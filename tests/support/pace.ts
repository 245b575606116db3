/**
 * The processor time in milliseconds that this process takes for an act. Unlike the time by the clock, it does not grow
 * while other programs keep the processors busy.
 */
export function processorMs(act: () => void): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How much more processor time an act takes for four times the size: about 4 where it grows as its input does, 16 where
 * it grows with the square. The least of three runs counts for each size.
 */
export function growthOverFour(act: (size: number) => void, size: number): number {
  const least = (of: number) => Math.min(...[1, 2, 3].map(() => processorMs(() => act(of))))
  act(size)
  return least(4 * size) / Math.max(least(size), 1)
}

/** What grows with the square takes 16 times the time. */
export const linear = 10
