import { describe, expect, it } from 'vitest'
import { assign } from '../../src/agreement/figures/assignment.js'
import { reliabilityOf } from '../../src/agreement/figures/reliability.js'
import { segmentsOf } from '../../src/agreement/figures/segments.js'
import type { Segments } from '../../src/agreement/figures/tracks.js'
import { compareTracks } from '../../src/agreement/figures/track-pairs.js'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { ac1Of, alphaOf, bestAssignments, hotaOf, idf1Of, tubeIou, type Box, type Dense } from './reference-figures.js'

/** Returns a generator of the same numbers from 0 to 1 for the same seed (a linear congruential generator). */
function numbers(seed: number) {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const whole = (random: () => number, least: number, most: number) => least + Math.floor(random() * (most - least + 1))

/** The example of Krippendorff (2011): 4 observers, 12 units. */
const example = [
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
].map((row) => row.split(' ').map((value) => (value === '.' ? null : value)))

function unitsOf(table: readonly (readonly (string | null)[])[]) {
  const values = [...new Set(table.flat().filter((value) => value !== null))]
  const units = table[0]!.map((_, at) => table.flatMap((row) => (row[at] === null ? [] : [values.indexOf(row[at]!)])))
  return { values, units: units.filter((unit) => unit.length) }
}

describe('the figures of labels', () => {
  it("are those of Krippendorff's example", () => {
    const { alpha, ac1, lenient, interval } = reliabilityOf(unitsOf(example).units, [], 1)
    expect(alpha).toBeCloseTo(0.743421, 6)
    expect(ac1).toBeCloseTo(0.775444, 6)
    expect(lenient).toBe(alpha)
    expect(interval![0]).toBeLessThan(alpha!)
    expect(interval![1]).toBeGreaterThan(alpha!)
  })

  it('are those of a second, slow form for 1,000 random tables', () => {
    const random = numbers(7)
    for (let round = 0; round < 1000; round++) {
      const [observers, count, kinds] = [whole(random, 2, 6), whole(random, 1, 12), whole(random, 1, 5)]
      const table = Array.from({ length: observers }, () =>
        Array.from({ length: count }, () => (random() < 0.2 ? null : String(whole(random, 1, kinds)))),
      )
      const { values, units } = unitsOf(table)
      const [one, other] = [values.indexOf('1'), values.indexOf('2')]
      const pairs: [number, number][] = one >= 0 && other >= 0 ? [[one, other]] : []
      const isLenient = (a: string, b: string) => a === b || (['1', '2'].includes(a) && ['1', '2'].includes(b))
      const found = reliabilityOf(units, pairs, round)
      const context = JSON.stringify(table)
      expectNear(found.alpha, alphaOf(table), context)
      expectNear(found.ac1, ac1Of(table), context)
      if (pairs.length)
        expectNear(
          found.lenient,
          alphaOf(table, (a, b) => Number(!isLenient(a, b))),
          context,
        )
    }
  })
})

function expectNear(found: number | null, expected: number | null, context: string) {
  if (expected === null) expect(found, context).toBeNull()
  else expect(found, context).toBeCloseTo(expected, 9)
}

describe('the assignment', () => {
  it('has the greatest sum, and gives the oldest the oldest partner where several have it', () => {
    const random = numbers(11)
    for (let round = 0; round < 600; round++) {
      const [rows, columns] = [whole(random, 1, 5), whole(random, 1, 5)]
      // Few different values, so that most rounds have ties.
      const values = Array.from({ length: rows }, () =>
        Array.from({ length: columns }, () => (random() < 0.35 ? 0 : whole(random, 1, 3) / 4)),
      )
      const ages = Array.from({ length: rows + columns }, (_, at) => at).sort(() => random() - 0.5)
      const [first, second] = [ages.slice(0, rows), ages.slice(rows)]
      const candidates = values.flatMap((row, i) =>
        row.flatMap((value, j) => (value ? [{ first: i, second: j, value }] : [])),
      )
      const chosen = assign(candidates, first, second)
      const expected = byRule(values, first, second)
      const pairs = chosen.map((pair) => `${pair.first}-${pair.second}`).sort()
      expect(pairs, JSON.stringify({ values, first, second })).toEqual(expected)
      const turned = assign(
        candidates.map(({ first: a, second: b, value }) => ({ first: b, second: a, value })),
        second,
        first,
      )
      expect(turned.map((pair) => `${pair.second}-${pair.first}`).sort()).toEqual(expected)
    }
  })
})

/** Applies the rule for ties to the list of all best assignments. */
function byRule(values: number[][], first: number[], second: number[]): string[] {
  let { found } = bestAssignments(values, second.length)
  const elements = [
    ...first.map((age, row) => ({ age, row, column: -1 })),
    ...second.map((age, column) => ({ age, row: -1, column })),
  ]
  for (const { row, column } of elements.sort((a, b) => a.age - b.age)) {
    const partnerIn = (assignment: number[]) => (row >= 0 ? assignment[row]! : assignment.indexOf(column))
    const ageOf = (partner: number) => (partner < 0 ? Infinity : row >= 0 ? second[partner]! : first[partner]!)
    const oldest = Math.min(...found.map((assignment) => ageOf(partnerIn(assignment))))
    found = found.filter((assignment) => ageOf(partnerIn(assignment)) === oldest)
  }
  return found[0]!.flatMap((column, row) => (column < 0 ? [] : [`${row}-${column}`])).sort()
}

const modes = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'hold', 'bezier']
const last = 40

/** Returns a document of a track with gaps, boxes of a tracker and other motions, near one of three paths. */
function trackNear(random: () => number, path: number) {
  const frames = new Set(Array.from({ length: whole(random, 1, 5) }, () => whole(random, 0, last)))
  const box = (frameNumber: number) => ({
    frameNumber,
    x: 100 * path + frameNumber + 12 * random(),
    y: 20 * random(),
    width: 60 + 30 * random(),
    height: 40 + 20 * random(),
  })
  const keyframes = [...frames].map((frame) => ({
    ...box(frame),
    isKeyframe: true,
    ...(random() < 0.15 && { visible: false }),
  }))
  const tracked = Array.from({ length: whole(random, 0, 6) }, () => whole(random, 0, last))
    .filter((frame, at, all) => !frames.has(frame) && all.indexOf(frame) === at)
    .map((frame) => ({ ...box(frame), isKeyframe: false }))
  const ranges =
    random() < 0.2
      ? [{ startFrame: whole(random, 0, 20), endFrame: whole(random, 20, last), visible: false }]
      : undefined
  return {
    boxes: [...keyframes, ...tracked].sort((a, b) => a.frameNumber - b.frameNumber),
    interpolationMode: modes[whole(random, 0, modes.length - 1)],
    ...(ranges && { visibilityRanges: ranges }),
  }
}

/** Returns the visible boxes of a document on the frames that `step` divides, by the code that draws them. */
function dense(document: unknown, step: number): Dense {
  const boxes = new Map<number, Box>()
  for (let frame = 0; frame <= last; frame += step) {
    const box = boxAt(document, frame)
    if (box?.visible && box.width > 0 && box.height > 0) boxes.set(frame, [box.x, box.y, box.width, box.height])
  }
  return boxes
}

describe('the figures of tracks', () => {
  it('are those of a second form over every frame, for tracks with gaps, crossings and swapped identities', () => {
    const random = numbers(3)
    for (let round = 0; round < 300; round++) {
      const step = round % 3 === 0 ? 3 : 1
      const side = () => {
        const documents = Array.from({ length: whole(random, 0, 4) }, (_, path) => trackNear(random, path % 3))
        // A track that changes the path halfway swaps identities.
        return documents.filter((document) => dense(document, step).size)
      }
      const [one, other] = [side(), side()]
      const frames = { from: 0, to: last, step }
      const tracks = (documents: unknown[], since: number) => ({
        segments: segmentsOf(documents, frames, Infinity) as Segments,
        ages: Int32Array.from(documents, (_, at) => since + at),
      })
      const [first, second] = [one.map((track) => dense(track, step)), other.map((track) => dense(track, step))]
      const compared = compareTracks(tracks(one, 0), tracks(other, one.length), frames, 0.2)
      if ('tooManyPairs' in compared) throw new Error('too many pairs')
      const { figures, matches } = compared
      const context = JSON.stringify({ one, other, step })
      expect([figures.first, figures.second]).toEqual([one.length, other.length])
      const boxes = [...first, ...second].reduce((sum, track) => sum + track.size, 0)
      if (!boxes) {
        expect(figures).toMatchObject({ f1: null, hota: null, detA: null, assA: null, locA: null, idf1: null })
        continue
      }
      expectNear(figures.idf1, idf1Of(first, second), context)
      if (!first.length || !second.length) {
        expect(figures).toMatchObject({ f1: 0, hota: 0, detA: 0, assA: 0, locA: null, tubeIou: null })
        continue
      }
      const hota = hotaOf(first, second)
      expectNear(figures.hota, hota.hota, context)
      expectNear(figures.detA, hota.detA, context)
      expectNear(figures.assA, hota.assA, context)
      if (figures.locA !== null) expectNear(figures.locA, hota.locA, context)
      const tubes = first.map((a) => second.map((b) => tubeIou(a, b)))
      const enough = tubes.map((row) => row.map((value) => (value >= 0.2 - 1e-9 ? value : 0)))
      const sum = matches.reduce((all, match) => all + match.tubeIou, 0)
      expect(sum, context).toBeCloseTo(bestAssignments(enough, second.length).best, 9)
      for (const match of matches) {
        const [a, b] = [first[match.first]!, second[match.second]!]
        expect(match.tubeIou, context).toBeCloseTo(tubes[match.first]![match.second]!, 9)
        const both = [...a.keys()].filter((frame) => b.has(frame)).length
        expect(match.temporalIou, context).toBeCloseTo(both / (a.size + b.size - both), 12)
      }
    }
  })

  it('are refused for 1,500 tracks of each of two personas at one place, and given for 300', () => {
    const frames = { from: 0, to: 9, step: 1 }
    const same = (count: number, since: number) => {
      const boxes = [0, 9].map((frameNumber) => ({ frameNumber, x: 0, y: 0, width: 10, height: 10, isKeyframe: true }))
      const documents = Array.from({ length: count }, () => ({ boxes }))
      const ages = Int32Array.from({ length: count }, (_, at) => since + at)
      return { segments: segmentsOf(documents, frames, Infinity) as Segments, ages }
    }
    expect(compareTracks(same(1500, 0), same(1500, 1500), frames, 0.5)).toEqual({ tooManyPairs: true })
    expect(compareTracks(same(300, 0), same(300, 300), frames, 0.5)).toMatchObject({
      figures: { matched: 300, f1: 1, tubeIou: 1, hota: expect.closeTo(1, 9) as number, idf1: 1 },
    })
  })
})
