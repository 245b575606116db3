import { hash } from 'node:crypto'
import { measureSequence, corrected, type SequenceMeasure } from '../../../annotations/sequences/sequence.js'
import { sequenceProblems } from '../../../annotations/sequences/sequence-check.js'
import { linkTypes } from '../../../annotations/annotation.shape.js'
import { knownWord } from '../../../lib/known-word.js'
import { compileBody, fieldErrors } from '../../../lib/validate.js'
import { isUuid, normalUuid } from '../../../lib/uuid.js'
import type { CommonOptions } from '../options.js'
import { annotationColumns, annotationFault, labelOf } from './annotation-line.js'
import { idsInText } from './claim-text.js'
import { isObjectKind, lineKinds, lineTypes, typeLists, type AnnotationLine, type LineKind } from '../../line.shape.js'
import type { LineState } from '../line-state.js'
import { reviewOfLine } from './line-review.js'
import { inScope, textOf } from './line-scope.js'
import { timeFaults, timeOf, withValidTimes } from './line-times.js'
import type { ParsedLine } from './line-parse.js'
import { withOwnNames } from './other-names.js'

export interface Note {
  line: number
  severity: 'warning' | 'error' | 'conflict'
  type: string
  message: string
}

/** A staged line: the values that the plan needs as columns, and its whole data as a document. */
export interface StagedLine {
  line: number
  kind: LineKind | 'informational' | 'unknown'
  /** The position of its kind in the order of dependency (I-08); -1 for kinds that are not imported. */
  rank: number
  state: LineState
  id: string | null
  personaId: string | null
  summaryId: string | null
  /** The parent of a claim, the source of a claim relation, or the persona of the first type of a correspondence. */
  sourceId: string | null
  /** The target of a claim relation, or the persona of the second type of a correspondence. */
  targetId: string | null
  videoId: string | null
  /** The id of the type or object of an annotation. */
  label: string | null
  isObject: boolean | null
  /** The fields of an annotation besides its sequence: this one and the next four (I-38). */
  type: string | null
  linkType: string | null
  confidence: number | null
  source: string | null
  /** The number of the track in its video; null for one that is to be given. */
  number: number | null
  /**
   * References of a collection or a world relation as `kind:id`; the kind is `*` if an object of any kind is valid. For
   * a claim the ids in its text (claim-text.ts).
   */
  members: string[] | null
  /** The MD5 of the text of a claim, in hexadecimal digits as the database prints it. */
  digest: string | null
  unresolved: boolean
  measure: SequenceMeasure | null
  framesSize: number | null
  problems: string[] | null
  /** The review (line-review.ts). */
  review: string | null
  createdAt: string | null
  updatedAt: string | null
  /** The document as text or as its UTF-8 bytes; for an annotation only the sequence. */
  body: string | Uint8Array | null
}

type Data = Record<string, unknown>

/** Validates a parsed line and turns it into a line to be staged, with the notes about it. */
export function stageLine(
  line: number,
  parsed: ParsedLine,
  options: CommonOptions,
): { staged: StagedLine; notes: Note[] } {
  const { kind } = parsed
  const warning = (type: string, message: string): Note => ({ line, severity: 'warning', type, message })
  if (kind === 'informational') return { staged: bare(line, kind, 'exclude'), notes: [] }
  if (kind === 'unknown')
    return { staged: bare(line, kind, 'skip'), notes: [warning('unknown_type', 'The type of the line is not known')] }
  const data = withOwnNames(kind, parsed.data)
  if (!inScope(kind, data, options)) return { staged: bare(line, kind, 'exclude'), notes: [] }
  const fault = parsed.unstorable ?? validationFault(kind, data)
  if (fault !== null)
    return { staged: { ...bare(line, kind, 'skip'), id: textOf(data['id']) }, notes: [warning('validation', fault)] }
  const staged = {
    ...bare(line, kind, 'import'),
    ...columnsOf(kind, data),
    unresolved: parsed.unresolved,
    review: reviewOfLine(kind, data),
    createdAt: timeOf(data['createdAt']),
    updatedAt: timeOf(data['updatedAt']),
  }
  const notes = [
    ...timeFaults(kind, data).map((fault) => warning('invalid_time', fault)),
    ...parsed.inexact.map((place) => warning('inexact_number', place)),
  ]
  if (kind === 'annotation') return stageAnnotation(staged, data as AnnotationLine, options, notes)
  return { staged: { ...staged, body: JSON.stringify(kind === 'summary' ? withValidTimes(data) : data) }, notes }
}

/** Returns a skipped line of an annotation, with a warning that contains the reason. */
export function stageFault(line: number, type: string, message: string): { staged: StagedLine; notes: Note[] } {
  return { staged: bare(line, 'annotation', 'skip'), notes: [{ line, severity: 'warning', type, message }] }
}

function bare(line: number, kind: StagedLine['kind'], state: StagedLine['state']): StagedLine {
  return {
    line,
    kind,
    rank: lineKinds.indexOf(kind as LineKind),
    state,
    id: null,
    personaId: null,
    summaryId: null,
    sourceId: null,
    targetId: null,
    videoId: null,
    label: null,
    isObject: null,
    type: null,
    linkType: null,
    confidence: null,
    source: null,
    number: null,
    members: null,
    digest: null,
    unresolved: false,
    measure: null,
    framesSize: null,
    problems: null,
    review: null,
    createdAt: null,
    updatedAt: null,
    body: null,
  }
}

function validationFault(kind: LineKind, data: Data): string | null {
  const check = compileBody(lineTypes[kind].takes)
  if (!check(data)) {
    const [first] = fieldErrors(check.errors ?? [])
    return first ? `${first.field}: ${first.message}` : 'is not valid'
  }
  return rules[kind]?.fault?.(data) ?? null
}

function sameUuid(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' && normalUuid(a) === normalUuid(b)
}

function repeatedType(data: Data): string | null {
  for (const list of Object.keys(typeLists)) {
    const seen = new Set<string>()
    for (const [index, { id }] of ((data[list] ?? []) as { id: string }[]).entries()) {
      if (seen.has(id)) return `${list}.${index}.id: occurs twice`
      seen.add(id)
    }
  }
  return null
}

/** The most corrected words of a sequence that a report names. */
const mostWords = 5

function stageAnnotation(
  staged: StagedLine,
  data: AnnotationLine,
  options: CommonOptions,
  notes: Note[],
): { staged: StagedLine; notes: Note[] } {
  const { line } = staged
  const frames = data.boundingBoxSequence
  const faults = options.integrity ? sequenceProblems(frames, { requireKeyframe: options.requireKeyframes }) : []
  if (faults.length) {
    return {
      staged: { ...staged, state: 'skip' },
      notes: [{ line, severity: 'warning', type: 'invalid_sequence', message: faults.slice(0, 5).join('; ') }],
    }
  }
  const measure = measureSequence(frames)
  // If the strictest check has run and found nothing, the sequence need not be checked again.
  const problems = options.integrity && options.requireKeyframes ? faults : sequenceProblems(frames)
  const counted = corrected(frames, measure)
  const body = JSON.stringify(counted.frames)
  if (measure.keyframeCount === 1)
    notes.push({ line, severity: 'warning', type: 'single_keyframe', message: 'Only one keyframe in the sequence' })
  const correct = (type: string, texts: readonly string[]) => {
    if (texts.length) notes.push({ line, severity: 'warning', type, message: `Corrected: ${texts.join(', ')}` })
  }
  correct('frame_counts', counted.wrong)
  correct('known_word', counted.words.slice(0, mostWords))
  Object.assign(staged, {
    ...annotationColumns(data),
    measure,
    framesSize: Buffer.byteLength(body),
    problems: problems.length ? problems : null,
    body,
  } satisfies Partial<StagedLine>)
  return { staged, notes }
}

function columnsOf(kind: LineKind, data: Data): Partial<StagedLine> {
  const id = textOf(data['id'])
  return { id: id === null || isObjectKind(kind) ? id : normalUuid(id), ...rules[kind]?.columns(data) }
}

const uuidIn = (data: Data, name: string) => {
  const value = data[name]
  return isUuid(value) ? normalUuid(value) : null
}

/** Returns the rule for a collection: its members, which must exist (I-19), are of this kind and in these lists. */
const collectionOf = (kind: LineKind, ...lists: string[]) => ({
  columns: (data: Data) => ({
    members: eachOnce(
      lists.flatMap((list) => {
        const items: unknown = data[list]
        return Array.isArray(items) ? items.filter((item) => typeof item === 'string').map((id) => `${kind}:${id}`) : []
      }),
    ),
  }),
})

const eachOnce = (members: readonly string[]) => (members.length ? [...new Set(members)] : null)

const endTypes: ReadonlySet<unknown> = new Set([...linkTypes, undefined, null])

/**
 * What is special about the lines of a kind: the columns that the plan needs besides the id, and a function that
 * returns the fault of data that the schema accepts, or null.
 */
const rules: {
  [Kind in LineKind]?: { columns: (data: Data) => Partial<StagedLine>; fault?: (data: Data) => string | null }
} = {
  ontology: { columns: (data) => ({ personaId: uuidIn(data, 'personaId') }), fault: repeatedType },
  type_correspondence: {
    columns: (data) => ({ sourceId: uuidIn(data, 'firstPersonaId'), targetId: uuidIn(data, 'secondPersonaId') }),
    fault: ({ firstPersonaId, secondPersonaId }) =>
      sameUuid(firstPersonaId, secondPersonaId) ? 'secondPersonaId: must be another persona' : null,
  },
  entity_collection: collectionOf('entity', 'entityIds'),
  event_collection: collectionOf('event', 'eventIds'),
  time_collection: collectionOf('time', 'timeIds', 'times'),
  relation: {
    // An end whose declared type is not a kind of world object is not looked for (I-19).
    columns: (data) => ({
      members: eachOnce(
        ['source', 'target'].flatMap((end) => {
          const [id, type] = [data[`${end}Id`], data[`${end}Type`]]
          const isObject = endTypes.has(typeof type === 'string' ? knownWord(type, linkTypes) : type)
          return typeof id === 'string' && isObject ? `*:${id}` : []
        }),
      ),
    }),
  },
  summary: { columns: (data) => ({ personaId: uuidIn(data, 'personaId'), videoId: textOf(data['videoId']) }) },
  claim: {
    columns: (data) => ({
      summaryId: uuidIn(data, 'summaryId'),
      sourceId: uuidIn(data, 'parentClaimId'),
      digest: hash('md5', String(data['text'])),
      members: idsInText(data),
    }),
    fault: ({ id, parentClaimId }) =>
      sameUuid(parentClaimId, id) ? 'parentClaimId: a claim cannot stand below itself' : null,
  },
  claim_relation: {
    columns: (data) => ({ sourceId: uuidIn(data, 'sourceClaimId'), targetId: uuidIn(data, 'targetClaimId') }),
    fault: ({ sourceClaimId, targetClaimId }) =>
      sameUuid(sourceClaimId, targetClaimId) ? 'targetClaimId: a claim cannot be related to itself' : null,
  },
  annotation: {
    columns: (data) => ({
      personaId: uuidIn(data, 'personaId'),
      videoId: textOf(data['videoId']),
      label: labelOf(data as AnnotationLine) ?? null,
    }),
    fault: (data) => annotationFault(data as AnnotationLine),
  },
}
