import { claimRelationKind } from '../../claims/claim.kinds.js'
import { typeCorrespondenceKind } from '../../personas/correspondences/correspondence.kinds.js'
import { kindNamed, kinds, namesOf, type ContentType, type HistoryKind, type TrashKind } from '../../kinds.js'
import { allRecords, snake, type RecordOf } from '../../database/rows/record.js'
import type { Kind } from '../../database/rows/kind.js'
import { validation } from '../../lib/errors.js'
import { worldArrays } from '../../world/world-kinds.js'
import { historyKinds } from './history.shape.js'

/** The rows of another table that belong to a thing. */
export interface Parts {
  table: string
  /** The column with the id of the thing. */
  of: string
  /**
   * The kinds of their entries, and the column that holds the kind without `suffix`; no column if there is a single
   * kind.
   */
  kinds: readonly string[]
  kindColumn?: string
  suffix?: string
  /** The column that distinguishes the rows of a thing. */
  part: string
  /** The columns of type text, whose pieces are text in the log (`text_before`); all others hold JSON as it is. */
  texts: readonly string[]
}

/** The rows of which a thing with a history consists. */
export interface HistoryOf {
  table: string
  /** The column with the id by which entries name the thing. */
  id: string
  /** Of a type or an object: the column that identifies it within its ontology or world, and its kind in the row. */
  part?: string
  rowKind?: string
  /**
   * Its columns with their names in answers; undefined for a document in the column `body`, and for a world, of which
   * clients write only the parts.
   */
  readonly record: RecordOf | undefined
  parts?: Parts
  /**
   * The content whose rules of access decide who may read the thing, and the table of that content; the ends of a
   * relation or a correspondence decide about it. `through` is the column with the id of the content where the thing is
   * another row.
   */
  access: { kind: ContentType; table: string; through?: string } | { kind: 'relation' } | { kind: 'correspondence' }
  /** The kind of the entries that name its owner after it was deleted. */
  root: HistoryKind
  versioned: boolean
}

/** Returns the column of an expression over `it`, such as `it.from_frame::text`. */
const columnIn = (expression: string) => /^it\.(\w+)/.exec(expression)![1]!

function partsOf(name: string): Parts | undefined {
  const partKind = kinds.find(({ partOf }) => partOf === name)
  if (!partKind) return undefined
  const { table, log, variant, texts = [] } = partKind
  return {
    table,
    of: columnIn(log!.thing!),
    kinds: namesOf(partKind),
    ...(variant && { kindColumn: snake(variant.column), suffix: variant.suffix }),
    part: columnIn(log!.part!),
    texts: texts.map(snake),
  }
}

function recordOf(table: string): RecordOf | undefined {
  const inTable = allRecords().find((record) => record.table === table)
  return inTable && Object.values(inTable.fields).some(({ writer }) => writer === 'client') ? inTable : undefined
}

function historyOf(name: HistoryKind): HistoryOf {
  const { table, log, variant, content, through }: Kind = kindNamed(name)!
  const parts = partsOf(name)
  // A relation between claims is read by users who may read both claims, and a correspondence of types by those who may
  // read both personas.
  const between =
    table === claimRelationKind.table ? 'relation' : table === typeCorrespondenceKind.table ? 'correspondence' : null
  return {
    table,
    id: columnIn(log!.thing ?? 'it.id'),
    ...(variant && { part: columnIn(log!.part!), rowKind: name.slice(0, name.length - variant.suffix.length) }),
    get record() {
      return variant ? undefined : recordOf(table)
    },
    ...(parts && { parts }),
    access: between
      ? { kind: between }
      : {
          ...{ kind: content as ContentType, table: kindNamed(content!)!.table },
          ...(through !== undefined && { through: snake(through) }),
        },
    root: between || through !== undefined ? name : (content as HistoryKind),
    versioned: log!.version !== undefined,
  }
}

export const historyOfKind = Object.fromEntries(historyKinds.map((name) => [name, historyOf(name)])) as Readonly<
  Record<HistoryKind, HistoryOf>
>

/** The array of an ontology or a world that holds the items of a kind, as REST names it. */
export const arrayOfKind: Readonly<Record<string, string>> = {
  entity_type: 'entities',
  event_type: 'events',
  role_type: 'roles',
  relation_type: 'relationTypes',
  ...Object.fromEntries(Object.entries(worldArrays).map(([array, kind]) => [kind, array])),
}

/** Whether the kind is that of a type or an object, which `part` identifies. */
export const hasPart = (kind: HistoryKind | TrashKind): boolean =>
  (historyOfKind as Readonly<Record<string, HistoryOf>>)[kind]?.part !== undefined

/** Throws VALIDATION_ERROR if a part is given for a kind without parts, and if it is missing for a kind with parts. */
export function requirePart(kind: HistoryKind | TrashKind, part: string | null): void {
  if (hasPart(kind) === (part !== null)) return
  const message = hasPart(kind) ? 'is required for a type or an object of a world' : `is not for the kind ${kind}`
  throw validation([{ field: 'part', message }])
}
