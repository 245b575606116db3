import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { validation } from '../../lib/errors.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { refuseUnstorableText } from '../../lib/validate.js'
import { anyOf } from './rows.sql.js'

/** A filter that is on or off. */
interface Flag {
  description: string
  /** Name on the command line. */
  option: string
}

/** A filter that names what an export has; without values it lets everything pass. */
interface List extends Flag {
  /** One value as it is compared; undefined for one that cannot be. */
  read(value: string): string | undefined
  /** What is said about such a value. */
  refusal: string
  /** Words with a GraphQL enum of this name; absent for ids. */
  words?: { name: string; description: string; values: readonly string[] }
  /** The annotations (a) that pass, for values without repetition. Without parameters, as it stands in a COPY. */
  annotations(values: readonly string[]): RawBuilder<SqlBool>
}

const flags = {
  includeInterpolated: { option: 'interpolated', description: 'Also boxes between keyframes.' },
  includeInvisible: { option: 'invisible', description: 'Also boxes on frames where nothing is visible.' },
} satisfies Record<string, Flag>

const kinds = ['type', 'object']

const lists = {
  personaIds: {
    option: 'persona',
    description: 'Of these personas.',
    read: (value) => (isUuid(value) ? normalUuid(value) : undefined),
    refusal: 'must be UUIDs separated by commas',
    annotations: (ids) => sql`a.persona_id = ${anyOf(ids, 'uuid')}`,
  },
  videoIds: {
    option: 'video',
    description: 'On these videos.',
    read: (value) => value,
    refusal: '',
    annotations: (ids) => sql`a.video_id = ${anyOf(ids, 'text')}`,
  },
  annotationTypes: {
    option: 'type',
    description: 'Of these kinds.',
    words: { name: 'AnnotationKind', description: 'Annotations that assign a type, or link an object.', values: kinds },
    read: (value) => (kinds.includes(value) ? value : undefined),
    refusal: 'must be type, object or both',
    annotations: (words) => (words.length === 1 ? sql`a.is_object = ${sql.lit(words[0] === 'object')}` : sql`true`),
  },
} satisfies Record<string, List>

/**
 * Which annotations an export has. The query of the routes, the GraphQL input, the options of the command line, export
 * URLs and the SQL come from this table: a new filter is a row in it.
 */
export const exportFilters: { flags: typeof flags; lists: Record<keyof typeof lists, List> } = { flags, lists }
export const flagNames = Object.keys(flags) as (keyof typeof flags)[]
export const listNames = Object.keys(lists) as (keyof typeof lists)[]

/** A list is an array of values as they stand, or text with commas between them. */
export type GivenFilters = { [Name in keyof typeof flags]?: boolean | null } & {
  [Name in keyof typeof lists]?: readonly string[] | string | null
}

export interface ReadFilters {
  flags: Record<keyof typeof flags, boolean>
  /** Over annotations a. */
  annotations: RawBuilder<SqlBool>[]
}

/** A malformed persona id and an unknown annotation type are VALIDATION_ERROR; unknown ids match nothing. */
export function readFilters(given: GivenFilters): ReadFilters {
  refuseUnstorableText(given)
  return {
    flags: Object.fromEntries(flagNames.map((name) => [name, given[name] ?? false])) as ReadFilters['flags'],
    annotations: listNames.flatMap((name) => {
      const { read, refusal, annotations } = exportFilters.lists[name]
      const values = valuesOf(given[name]).map((value) => {
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
