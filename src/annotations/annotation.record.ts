import { Type } from '@sinclair/typebox'
import { boolean, document, integer, number, record, text, times, uuid, word } from '../database/record.js'
import { choice, ratio } from '../lib/schema.js'

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

const shortText = Type.String({ minLength: 1, maxLength: 50 })
/** What is counted of the sequence whenever it is written. */
const measure = { writer: 'server', copied: true, printed: false } as const
const measured = { ...measure, required: true } as const
/** What PostgreSQL reads from the other columns. */
const derived = { writer: 'server', derived: true, printed: false } as const

/** A region of a video over time, labelled with a type of a persona or an object of the world. */
export const annotationRecord = record('annotations', 'a', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  videoId: text({ required: true, updated: false, shape: Type.String({ minLength: 1, maxLength: 255 }) }),
  /** For object annotations a text that is no UUID counts as none, so a body may hold any text (AN-02). */
  personaId: uuid({ nullable: true, shape: Type.String() }),
  /** `userId` is a name of older clients (RF-21). */
  createdByUserId: uuid({ writer: 'server', required: true, members: ['userId', 'createdByUserId'] }),
  projectId: uuid({ nullable: true, exchanged: false, copied: false }),
  type: text({ required: true, shape: shortText }),
  label: text({ required: true, shape: Type.String({ minLength: 1 }) }),
  linkType: word({ nullable: true, shape: choice(linkTypes) }),
  frames: document({ required: true }),
  confidence: number({ nullable: true, shape: ratio }),
  source: text({ shape: shortText }),
  isObject: boolean(derived),
  trackId: text({ ...measure, nullable: true }),
  hasBoxes: boolean(measured),
  boxCount: integer(measured),
  keyframeCount: integer(measured),
  interpolatedCount: integer(measured),
  firstFrame: number({ ...measure, nullable: true }),
  lastFrame: number({ ...measure, nullable: true }),
  framesSize: integer(measured),
  /** Whether its text is what an export carries. */
  framesComplete: boolean({ ...measured, required: false }),
  /** What the rules of sequences find wrong with it, as texts. */
  sequenceProblems: document({ ...measure, nullable: true }),
  /** Which bytes the boxes were drawn on, and whether the file has others now; PostgreSQL keeps both. */
  videoSha256: word({ writer: 'server', nullable: true, copied: true, printed: false }),
  stale: boolean({ writer: 'server', copied: true }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})
