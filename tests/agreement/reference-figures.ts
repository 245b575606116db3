// Second forms of the figures of agreement, written from their papers and from TrackEval's description, over dense
// matrices and all permutations: slow, but without any of the steps that make the product's code fast.

export type Box = readonly [x: number, y: number, width: number, height: number]
/** The boxes of a track by frame. */
export type Dense = ReadonlyMap<number, Box>

const area = ([, , width, height]: Box) => width * height

function common(a: Box, b: Box): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1])
  return width > 0 && height > 0 ? width * height : 0
}

const iou = (a: Box, b: Box) => common(a, b) / (area(a) + area(b) - common(a, b))

export function tubeIou(a: Dense, b: Dense): number {
  let [both, either] = [0, 0]
  for (const frame of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(frame), b.get(frame)]
    const shared = one && other ? common(one, other) : 0
    both += shared
    either += (one ? area(one) : 0) + (other ? area(other) : 0) - shared
  }
  return either ? both / either : 0
}

/** Returns all one-to-one assignments of `rows` to `columns`, where each row may stay alone (-1). */
function* assignments(rows: number, columns: number): Generator<number[]> {
  function* from(row: number, taken: readonly number[]): Generator<number[]> {
    if (row === rows) {
      yield [...taken]
      return
    }
    for (let column = -1; column < columns; column++)
      if (column < 0 || !taken.includes(column)) yield* from(row + 1, [...taken, column])
  }
  yield* from(0, [])
}

/** Returns the greatest sum over all assignments, and the assignments that reach it within 1e-9. */
export function bestAssignments(values: readonly (readonly number[])[], columns: number) {
  let best = 0
  let found: number[][] = []
  for (const assignment of assignments(values.length, columns)) {
    // A pair without a value is no pair.
    if (assignment.some((column, row) => column >= 0 && !(values[row]![column]! > 0))) continue
    const sum = assignment.reduce((all, column, row) => all + (column < 0 ? 0 : values[row]![column]!), 0)
    if (sum > best + 1e-9) [best, found] = [sum, [assignment]]
    else if (sum >= best - 1e-9) found.push(assignment)
  }
  return { best, found }
}

/** HOTA and its parts as TrackEval's hota.py describes them. */
export function hotaOf(first: readonly Dense[], second: readonly Dense[]) {
  const frames = [...new Set([...first, ...second].flatMap((track) => [...track.keys()]))].sort((a, b) => a - b)
  const zeros = () => first.map(() => second.map(() => 0))
  const similarity = (frame: number) =>
    first.map((a) => second.map((b) => (a.has(frame) && b.has(frame) ? iou(a.get(frame)!, b.get(frame)!) : 0)))
  const potential = zeros()
  for (const frame of frames) {
    const s = similarity(frame)
    s.forEach((row, i) =>
      row.forEach((value, j) => {
        const denominator =
          row.reduce((sum, one) => sum + one, 0) + s.reduce((sum, other) => sum + other[j]!, 0) - value
        if (denominator > 0) potential[i]![j]! += value / denominator
      }),
    )
  }
  const alignment = potential.map((row, i) => row.map((c, j) => c / (first[i]!.size + second[j]!.size - c)))
  const alphas = Array.from({ length: 19 }, (_, at) => 0.05 + at * 0.05)
  const matches = alphas.map(zeros)
  const locality = alphas.map(() => 0)
  for (const frame of frames) {
    const s = similarity(frame)
    const scores = s.map((row, i) => row.map((value, j) => value * alignment[i]![j]!))
    const [chosen] = bestAssignments(scores, second.length).found
    chosen?.forEach((j, i) => {
      if (j < 0) return
      alphas.forEach((alpha, at) => {
        if (s[i]![j]! < alpha - Number.EPSILON) return
        matches[at]![i]![j]! += 1
        locality[at]! += s[i]![j]!
      })
    })
  }
  const boxes = (tracks: readonly Dense[]) => tracks.reduce((sum, track) => sum + track.size, 0)
  const each = alphas.map((_, at) => {
    const hits = matches[at]!.flat().reduce((sum, count) => sum + count, 0)
    const detA = hits / (boxes(first) + boxes(second) - hits)
    let association = 0
    matches[at]!.forEach((row, i) =>
      row.forEach((count, j) => (association += count * (count / (first[i]!.size + second[j]!.size - count)))),
    )
    const assA = association / Math.max(1, hits)
    return { detA, assA, locA: hits ? locality[at]! / hits : 1, hota: Math.sqrt(detA * assA) }
  })
  const mean = (name: keyof (typeof each)[number]) => each.reduce((sum, one) => sum + one[name], 0) / each.length
  return { hota: mean('hota'), detA: mean('detA'), assA: mean('assA'), locA: mean('locA') }
}

/** IDF1: twice the boxes that the best assignment of tracks shares, divided by all boxes. */
export function idf1Of(first: readonly Dense[], second: readonly Dense[]): number {
  const shared = first.map((a) =>
    second.map((b) => [...a].filter(([frame, box]) => b.has(frame) && iou(box, b.get(frame)!) >= 0.5).length),
  )
  const boxes = [...first, ...second].reduce((sum, track) => sum + track.size, 0)
  return (2 * bestAssignments(shared, second.length).best) / boxes
}

/** Krippendorff's alpha by its coincidence matrix; `table` has a row for each observer, null for a missing value. */
export function alphaOf(
  table: readonly (readonly (string | null)[])[],
  difference = (a: string, b: string) => Number(a !== b),
) {
  const units = table[0]!.map((_, unit) => table.flatMap((row) => row[unit] ?? []))
  const values = [...new Set(units.flat())]
  const coincidences = values.map((c) =>
    values.map((k) =>
      units.reduce((sum, unit) => {
        if (unit.length < 2) return sum
        let pairs = 0
        unit.forEach((a, i) => unit.forEach((b, j) => (pairs += Number(i !== j && a === c && b === k))))
        return sum + pairs / (unit.length - 1)
      }, 0),
    ),
  )
  const totals = coincidences.map((row) => row.reduce((sum, count) => sum + count, 0))
  const n = totals.reduce((sum, count) => sum + count, 0)
  let [observed, expected] = [0, 0]
  values.forEach((c, i) =>
    values.forEach((k, j) => {
      observed += coincidences[i]![j]! * difference(c, k)
      expected += totals[i]! * totals[j]! * difference(c, k)
    }),
  )
  if (units.filter((unit) => unit.length > 1).length < 2 || !expected) return null
  return 1 - ((n - 1) * observed) / expected
}

/** Gwet's AC1 by the table of how many observers gave which value to which unit. */
export function ac1Of(table: readonly (readonly (string | null)[])[]) {
  const units = table[0]!.map((_, unit) => table.flatMap((row) => row[unit] ?? [])).filter((unit) => unit.length > 0)
  const values = [...new Set(units.flat())]
  const counts = units.map((unit) => values.map((value) => unit.filter((one) => one === value).length))
  const rated = counts.filter((_row, at) => units[at]!.length > 1)
  if (!rated.length) return null
  const total = (row: readonly number[]) => row.reduce((sum, count) => sum + count, 0)
  const pa =
    total(rated.map((row) => total(row.map((r) => (r * (r - 1)) / (total(row) * (total(row) - 1)))))) / rated.length
  if (values.length === 1) return 1
  const pi = values.map((_, k) => total(counts.map((row) => row[k]! / total(row))) / units.length)
  const pe = total(pi.map((p) => p * (1 - p))) / (values.length - 1)
  return (pa - pe) / (1 - pe)
}
