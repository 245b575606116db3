import { Type } from '@sinclair/typebox'
import { boolean, document, integer, number, record, text, times, uuid, word } from '../database/record.js'
import { choice, nameText, ratio, shortText } from '../lib/schema.js'

/** What kind of world object a label names (RF-20). */
export const linkTypes = [
  'entity',
  'event',
  'time',
  'location',
  'entity-collection',
  'event-collection',
  'time-collection',
] as const

const briefText = Type.String({ minLength: 1, maxLength: 50 })
/** Options of the columns that the server computes from the sequence whenever it writes the sequence. */
const measure = { writer: 'server', copied: true, printed: false } as const
const measured = { ...measure, required: true } as const
/** Options of the columns that PostgreSQL generates from other columns. */
const derived = { writer: 'server', derived: true, printed: false } as const

/** A region of a video over time, labelled with a type of a persona or an object of the world. */
export const annotationRecord = record('annotations', 'a', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  videoId: text({ required: true, updated: false, shape: Type.String({ minLength: 1, maxLength: 255 }) }),
  /**
   * A request may hold any text here: for object annotations, a text that is not a UUID counts as no persona (AN-02).
   */
  personaId: uuid({ nullable: true, shape: shortText }),
  /** REST prints it twice: older clients read it as `userId` (RF-21). */
  createdByUserId: uuid({ writer: 'server', required: true, members: ['userId', 'createdByUserId'] }),
  projectId: uuid({ nullable: true, exchanged: false, copied: false }),
  /** Other cases of `type` and `object` are refused: `OBJECT` would be a third kind that nobody reads. */
  type: text({ required: true, shape: { ...briefText, format: 'annotation-kind' } }),
  label: text({ required: true, shape: nameText }),
  linkType: word({ nullable: true, shape: choice(linkTypes) }),
  frames: document({ required: true }),
  confidence: number({ nullable: true, shape: ratio }),
  source: text({ shape: briefText }),
  isObject: boolean(derived),
  trackId: text({ ...measure, nullable: true }),
  hasBoxes: boolean(measured),
  boxCount: integer(measured),
  keyframeCount: integer(measured),
  interpolatedCount: integer(measured),
  firstFrame: number({ ...measure, nullable: true }),
  lastFrame: number({ ...measure, nullable: true }),
  framesSize: integer(measured),
  /** Whether an export can pass on the stored text of the sequence unchanged. */
  framesComplete: boolean({ ...measured, required: false }),
  /** The violations of the sequence rules, as an array of texts. */
  sequenceProblems: document({ ...measure, nullable: true }),
  /**
   * The SHA-256 of the video file that the boxes were drawn on; `stale` says whether the file has changed since.
   * PostgreSQL maintains both columns.
   */
  videoSha256: word({ writer: 'server', nullable: true, copied: true, printed: false }),
  stale: boolean({ writer: 'server', copied: true }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})
