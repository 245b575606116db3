import type { Static } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { unlimited } from '../lib/fairness/budget.js'
import { Turn } from '../lib/fairness/turns.js'
import { groupBy } from '../lib/group-by.js'
import type { AgreementArguments } from './agreement.shape.js'
import { compareOnVideo, type Compared } from './comparison.service.js'
import { comparisonOf, inPlace } from './report.service.js'
import type { unitLine, unitsHead } from './unit.shape.js'

type Head = Static<typeof unitsHead>
type UnitLine = Static<typeof unitLine>
type Value = Head['values'][string]

/** The units of a video as lines. */
export interface UnitsFile {
  /** The position in the log of changes at which the units stand. */
  position: string
  /** Counts of what is not in the file, by kind. */
  leftOut: Record<string, number>
  body: AsyncIterable<Buffer>
}

/**
 * Compares personas on a video as `agreementOnVideo` does, with the same refusals, and returns the groups of tracks of
 * at least two personas as lines: items with a label of each annotator, and the shares of the labels.
 */
export async function unitsOnVideo(ctx: Context, videoId: string, input: AgreementArguments): Promise<UnitsFile> {
  const comparison = comparisonOf(input)
  const { personaIds, minIou } = comparison
  return inPlace(ctx, videoId, personaIds, async (own, signal, personas) => {
    const compared = await compareOnVideo(own, videoId, comparison, signal)
    const { frames, annotations, tracks, leftOut, position } = compared
    const { units, groups } = compared.conclusion
    const { values, textOf } = await valuesOf(ctx, personaIds, compared)
    const spans = await spansOf(ctx, compared)
    const annotators = personas.map(({ name, role }, at) => [personaIds[at]!, { name, role }] as const)
    const head = { annotators: Object.fromEntries(annotators), values: {}, minIou, frames }
    const lineOf = (unit: readonly number[], at: number): UnitLine => {
      const texts = personaIds.map((): string | null => null)
      for (const track of unit) texts[tracks.persona[track]!] = textOf.get(tracks.label[track]!)!
      return {
        unit: annotations[unit[0]!]!.id,
        videoId,
        frames: [spans[2 * at]!, spans[2 * at + 1]!],
        labels: Object.fromEntries(personaIds.map((id, persona) => [id, texts[persona]!])),
        soft: sharesOf(texts),
      }
    }
    // The boxes of the tracks are in none of what the lines are made of, so the memory is free before they are sent.
    return {
      position,
      leftOut: { alone: groups.alone, boxless: leftOut.withoutBoxes, 'other-states': leftOut.otherStates },
      body: piecesOf(ctx, textsOf(head, values, units, lineOf)),
    }
  })
}

/** Returns the share of each value among the labels that are not null. */
function sharesOf(texts: readonly (string | null)[]): Record<string, number> {
  const present = texts.filter((text) => text !== null)
  const counts = new Map<string, number>()
  for (const text of present) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Object.fromEntries([...counts].map(([text, count]) => [text, count / present.length]))
}

/**
 * Returns the values that units have, by the texts that stand for them, and the text of each label. The text of a value
 * is its name; a value whose name another one has already gets a number after it.
 */
async function valuesOf(
  ctx: Context,
  personaIds: readonly string[],
  { annotations, tracks, labels, types, objects, conclusion: { units, classes } }: Compared,
) {
  const turn = new Turn(ctx.budget)
  const members = groupBy(types.keys(), (type) => classes[type]!)
  const typeValue = (number: number): Value => {
    const ofPersonas = groupBy(members.get(number)!, (type) => types[type]!.personaId)
    const inOrder = personaIds.flatMap((id) => {
      const own = ofPersonas.get(id)
      return own ? [[id, own] as const] : []
    })
    const { name } = types[inOrder[0]![1][0]!]!
    const ids = inOrder.map(([id, own]) => [id, own.map((type) => types[type]!.typeId)] as const)
    return { kind: 'type', name, types: Object.fromEntries(ids) }
  }
  const values = new Map<string, Value>()
  const freeText = textChooser(values)
  const texts = new Map<string, string>()
  const textOf = new Map<number, string>()
  for (const unit of units) {
    for (const track of unit) {
      const isObject = tracks.isObject[track] === 1
      const label = labels[tracks.label[track]!]!
      const number = isObject ? label.value : classes[label.value]!
      const key = `${isObject} ${number}`
      let text = texts.get(key)
      if (text === undefined) {
        const value = isObject ? { kind: 'object' as const, name: objects[number]!.name, types: {} } : typeValue(number)
        text = freeText(value.name)
        texts.set(key, text)
        values.set(text, value)
      }
      textOf.set(tracks.label[track]!, text)
      if (isObject) addId(values.get(text)!, annotations[track]!.personaId, label.id)
    }
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return { values, textOf }
}

/** Returns a function that returns a name, with a number after it if the name alone is a key already. */
function textChooser(taken: ReadonlyMap<string, unknown>) {
  const numbers = new Map<string, number>()
  return (name: string): string => {
    let [text, number] = [name, numbers.get(name) ?? 1]
    while (taken.has(text)) text = `${name} (${(number += 1)})`
    numbers.set(name, number)
    return text
  }
}

function addId({ types }: Value, personaId: string, id: string): void {
  const ids = types[personaId]
  if (!ids) types[personaId] = [id]
  else if (!ids.includes(id)) ids.push(id)
}

/** Returns, for each unit, the first and the last compared frame on which one of its tracks is visible. */
async function spansOf(ctx: Context, { conclusion: { units }, tracks, segments }: Compared): Promise<Int32Array> {
  const turn = new Turn(ctx.budget)
  const spans = new Int32Array(2 * units.length)
  for (const [at, unit] of units.entries()) {
    let [first, last] = [Infinity, -Infinity]
    for (const track of unit) {
      const own = segments[tracks.persona[track]!]!
      const place = tracks.place[track]!
      first = Math.min(first, own.first[own.tracks[place]!]!)
      last = Math.max(last, own.last[own.tracks[place + 1]! - 1]!)
    }
    spans[2 * at] = first
    spans[2 * at + 1] = last
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return spans
}

/** Yields the text of the file in parts, because the first line can be as long as many units. */
function* textsOf(
  { annotators, ...rest }: Head,
  values: ReadonlyMap<string, Value>,
  units: readonly (readonly number[])[],
  lineOf: (unit: readonly number[], at: number) => UnitLine,
): Generator<string> {
  yield `{"annotators":${JSON.stringify(annotators)},"values":{`
  let comma = ''
  for (const [text, value] of values) {
    yield `${comma}${JSON.stringify(text)}:${JSON.stringify(value)}`
    comma = ','
  }
  yield `},"minIou":${rest.minIou},"frames":${JSON.stringify(rest.frames)}}\n`
  for (const [at, unit] of units.entries()) yield `${JSON.stringify(lineOf(unit, at))}\n`
}

const pieceLength = 1 << 16

/** Joins texts into pieces of about 64 KB; other requests run in between. */
async function* piecesOf({ budget: { person } }: Context, texts: Iterable<string>): AsyncGenerator<Buffer> {
  // As of other exports, the number of lines is not limited.
  const clock = unlimited(person)
  let turn = new Turn(clock)
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length >= pieceLength) {
      turn.end()
      yield Buffer.from(piece, 'utf8')
      piece = ''
      turn = new Turn(clock)
    }
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  if (piece) yield Buffer.from(piece, 'utf8')
}
