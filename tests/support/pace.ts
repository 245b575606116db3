/**
 * The processor time in milliseconds that this process takes for an act. Unlike the time by the clock, it does not grow
 * while other programs keep the processors busy.
 */
function processorMs(act: () => void): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How much more processor time an act takes for four times the size: about 4 where it grows as its input does, 16 where
 * it grows with the square. Short acts are repeated until they take 20 ms, and the least of three runs counts for each
 * size; the two sizes take turns, as the machine may become slower.
 */
export function growthOverFour(act: (size: number) => void, size: number): number {
  const repeated = (of: number, count: number) =>
    processorMs(() => {
      for (let i = 0; i < count; i++) act(of)
    })
  act(size)
  const count = Math.ceil(20 / Math.max(repeated(size, 1), 0.2))
  let [small, large] = [Infinity, Infinity]
  for (let round = 0; round < 3; round++) {
    small = Math.min(small, repeated(size, count))
    large = Math.min(large, repeated(4 * size, count))
  }
  return large / small
}

/** What grows with the square takes 16 times the time. */
export const linear = 10

/** How long the computation of `slowness` takes in milliseconds where the bounds of these tests were chosen. */
const referenceMs = 30

/**
 * How many times longer a short computation takes by the clock than on the machine where the bounds of these tests were
 * chosen, at least 1: more on a slower machine, and while other programs keep the processors busy.
 */
export function slowness(): number {
  const since = performance.now()
  let sum = 0
  for (let i = 0; i < 4e7; i++) sum += i % 7
  return Math.max(1, (performance.now() - since) / referenceMs, sum === 0 ? 1 : 0)
}
