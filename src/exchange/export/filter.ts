import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { TSchema } from '@sinclair/typebox'
import { reviewState, reviewStates, type ReviewState } from '../../access/review.shape.js'
import { annotationKind } from '../../annotations/annotation.shape.js'
import { choice } from '../../lib/schema.js'
import { validation } from '../../lib/errors.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { refuseUnstorable } from '../../lib/validate.js'
import { inReviewStates } from './reviews.sql.js'
import { anyOf } from './rows.sql.js'

/** A filter that is on or off. */
interface Flag {
  description: string
  /** Name on the command line. */
  option: string
}

/** A filter that lists what an export may contain. An empty list does not restrict it. */
interface List extends Flag {
  /** Normalises one value for the comparison; undefined if it is invalid. */
  read(value: string): string | undefined
  /** The error message for an invalid value. */
  refusal: string
  /** The allowed words; absent for filters that list ids. */
  words?: TSchema
  /**
   * Returns a condition on the alias a: the annotations that pass, given values without duplicates. It contains no
   * parameters, because it becomes part of COPY statements.
   */
  annotations(values: readonly string[]): RawBuilder<SqlBool>
}

const flags = {
  includeInterpolated: { option: 'interpolated', description: 'Include the interpolated boxes between keyframes.' },
  includeInvisible: {
    option: 'invisible',
    description: 'With interpolated boxes: include those where the object is invisible.',
  },
} satisfies Record<string, Flag>

const kinds = ['type', 'object']

const lists = {
  personaIds: {
    option: 'persona',
    description: 'Only annotations of these personas.',
    read: (value) => (isUuid(value) ? normalUuid(value) : undefined),
    refusal: 'must be UUIDs separated by commas',
    annotations: (ids) => sql`a.persona_id = ${anyOf(ids, 'uuid')}`,
  },
  videoIds: {
    option: 'video',
    description: 'Only annotations on these videos.',
    read: (value) => value,
    refusal: '',
    annotations: (ids) => sql`a.video_id = ${anyOf(ids, 'text')}`,
  },
  annotationTypes: {
    option: 'type',
    description: 'Only annotations of these kinds: type, object.',
    words: annotationKind(choice(kinds)),
    read: (value) => (kinds.includes(value) ? value : undefined),
    refusal: 'must be type, object or both',
    annotations: (words) => (words.length === 1 ? sql`a.is_object = ${sql.lit(words[0] === 'object')}` : sql`true`),
  },
  reviewStates: {
    option: 'review',
    description: 'Only annotations, claims and summaries in these states of review: open, accepted, rejected.',
    words: reviewState,
    read: (value) => reviewStates.find((one) => one === value),
    refusal: 'must be open, accepted or rejected, or several of them',
    annotations: (states) => inReviewStates('a', states),
  },
} satisfies Record<string, List>

/**
 * The filters for the annotations of an export. The queries of the routes, the GraphQL input, the options of the
 * command line, export URLs and the SQL are all derived from this table: a new filter is a new entry in it.
 */
export const exportFilters: { flags: typeof flags; lists: Record<keyof typeof lists, List> } = { flags, lists }
export const flagNames = Object.keys(flags) as (keyof typeof flags)[]
export const listNames = Object.keys(lists) as (keyof typeof lists)[]

/**
 * The filters as they are received. A list is either an array of values, which are used unchanged, or a string of
 * values separated by commas.
 */
export type GivenFilters = { [Name in keyof typeof flags]?: boolean | null } & {
  [Name in keyof typeof lists]?: readonly string[] | string | null
}

export interface ReadFilters {
  flags: Record<keyof typeof flags, boolean>
  /** The listed videos. */
  videoIds: readonly string[]
  /** The listed states of review of summaries and claims; all states if empty. */
  reviewStates: readonly ReviewState[]
  /** Conditions on the alias a (annotations); all of them must hold. */
  annotations: RawBuilder<SqlBool>[]
}

/**
 * Parses the filters. Throws VALIDATION_ERROR for a malformed persona id and an unknown annotation type; ids that do
 * not exist match nothing.
 */
export function readFilters(filters: GivenFilters): ReadFilters {
  refuseUnstorable(filters)
  return {
    flags: Object.fromEntries(flagNames.map((name) => [name, filters[name] ?? false])) as ReadFilters['flags'],
    videoIds: valuesOf(filters.videoIds),
    reviewStates: reviewStates.filter((state) => valuesOf(filters.reviewStates).includes(state)),
    annotations: listNames.flatMap((name) => {
      const { read, refusal, annotations } = exportFilters.lists[name]
      const values = valuesOf(filters[name]).map((value) => {
        const one = read(value)
        if (one === undefined) throw validation([{ field: name, message: refusal }])
        return one
      })
      return values.length ? [annotations([...new Set(values)])] : []
    }),
  }
}

function valuesOf(list: readonly string[] | string | null | undefined): readonly string[] {
  if (typeof list !== 'string') return list ?? []
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
