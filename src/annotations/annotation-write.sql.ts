import { sql, type SqlBool } from 'kysely'
import type { RuleForm, RuleValues, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import { projectToInherit, usablePersona, visibleVideo } from '../access/place-rules.js'
import { changeable } from '../access/rules.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { all, type Condition } from '../database/rows/conditions.js'
import {
  columnList,
  insertedNames,
  recordset,
  slotList,
  slotPairs,
  type NewRow,
} from '../database/rows/record-write.js'
import { written } from './annotation-read.sql.js'
import { annotationRecord } from './annotation.shape.js'
import { isDeletedType } from './deleted-types.sql.js'

// The statements that create and change annotations. They contain the access rules and return what they wrote, so that
// a request takes one statement. If a rule refuses, nothing is written, and annotation.service.ts determines the
// reason.

/** The columns that are derived from the sequence, and the author and times of the annotation. */
const served = [
  ...['id', 'createdByUserId', 'number', 'createdAt', 'updatedAt'],
  ...['trackId', 'hasBoxes', 'boxCount', 'keyframeCount', 'interpolatedCount', 'firstFrame', 'lastFrame', 'framesSize'],
  ...['framesComplete', 'sequenceProblems'],
] as const
const sent = insertedNames(annotationRecord, served)
const inserted = insertedNames(annotationRecord, served, ['projectId'])

/** A row has `inherits` if its project is that of its persona. */
export type NewAnnotation = Omit<NewRow<typeof annotationRecord.fields, (typeof sent)[number]>, 'number'> & {
  id: string
  /** Null lets PostgreSQL take the next number of the video. */
  number: number | null
  inherits: boolean
}

interface Insertion extends WithAbilities {
  rows: readonly NewAnnotation[]
}

const single = statementsBy<Insertion, RuleForm>(String, (form) =>
  statement(
    () => {
      const abilities = abilitySlots(form)
      const member = (name: keyof NewAnnotation) => slot<Insertion>(({ rows }) => rows[0]![name] ?? null)
      const persona = sql`${member('personaId')}::uuid`
      const project = sql`case when ${member('inherits')}::boolean
        then (select ${projectToInherit(abilities, 'annotation', 'p')} from personas p where p.id = ${persona})
        else ${member('projectId')}::uuid end`
      return sql`
        insert into annotations as a (${columnList(annotationRecord, inserted)}, project_id)
        select ${slotList(annotationRecord, inserted, ({ rows }: Insertion) => rows[0]!)}, ${project}
         where (${persona} is null
            or exists (select from personas p where p.id = ${persona} and ${usablePersona(abilities, 'annotation', 'p')}))
           and not (${member('type')}::text = 'type' and ${isDeletedType(persona, sql`${member('label')}::text`)})
           and not exists (
            select from videos v where v.id = ${member('videoId')}::text and not ${visibleVideo(abilities, 'v')})
        returning ${written.list}`
    },
    { changes: ({ rows }) => rows[0]!.id },
  ),
)

const several = statementsBy<Insertion, { form: RuleForm; idsOnly: boolean }>(
  (shape) => JSON.stringify(shape),
  ({ form, idsOnly }) =>
    statement(
      () => {
        const abilities = abilitySlots(form)
        const rows = recordset(annotationRecord, sent, (input: Insertion) => input.rows, ['inherits'])
        return sql`
        with r as materialized (select * from ${rows}),
          usable as materialized (
            select p.id, ${projectToInherit(abilities, 'annotation', 'p')} as project_id from personas p
             where p.id in (select r.persona_id from r) and ${usablePersona(abilities, 'annotation', 'p')}),
          refused as materialized (
            select from r where r.persona_id is not null and r.persona_id not in (select u.id from usable u)
            union all
            select from r where r.type = 'type' and ${isDeletedType(sql`r.persona_id`, sql`r.label`)}
            union all
            select from videos v where v.id in (select r.video_id from r) and not ${visibleVideo(abilities, 'v')})
        insert into annotations as a (${columnList(annotationRecord, inserted)}, project_id)
        select ${columnList(annotationRecord, inserted, 'r')},
            case when r.inherits then (select u.project_id from usable u where u.id = r.persona_id) else r.project_id end
          from r where not exists (select from refused)
        returning ${idsOnly ? sql`a.id` : written.list}`
      },
      { writes: true },
    ),
)

/**
 * Inserts annotations and returns them in the columns of `written`, or only their ids. Inserts and returns no rows if
 * the user may not see one of the videos or use one of the personas. Many rows are sent as one parameter; a single row
 * has a parameter for each column, which takes PostgreSQL an eighth less time.
 */
export function insertAnnotations(on: StatementTarget, input: Insertion, idsOnly: boolean): Promise<RawRow[]> {
  const { form } = input.abilities
  return input.rows.length === 1 && !idsOnly
    ? single(form).bytes(on, input)
    : several({ form, idsOnly }).bytes(on, input)
}

/** The columns whose change depends on the row: which persona is allowed, and the project that comes with it. */
const dependent = ['personaId', 'projectId'] as const
type ChangedName = (typeof annotationRecord.names)[number]

export interface AnnotationChange extends WithAbilities {
  id: string
  ifVersion: number | undefined
  /** The new values of columns, by their names. */
  changes: Partial<Record<ChangedName, unknown>>
  /** Whether the persona in the input is not a UUID, which is allowed only for annotations of objects (AN-02). */
  isNoUuid: boolean
  /**
   * Whether the user may create annotations in the project of the input; otherwise an annotation may only stay in it.
   */
  mayPlace: boolean
}

interface ChangeShape {
  form: RuleForm
  names: readonly ChangedName[]
  ifVersion: boolean
}

const value = (name: ChangedName) => slot<AnnotationChange>(({ changes }) => changes[name])
const persona = sql`${value('personaId')}::uuid`
const project = sql`${value('projectId')}::uuid`

/** Returns a condition: persona, type and link of the row fit together after the change. */
function fitTogether(has: (name: ChangedName) => boolean): Condition {
  if (!has('personaId') && !has('type') && !has('linkType')) return all()
  const type = has('type') ? sql`${value('type')}::text` : sql`a.type`
  const link = has('linkType') ? sql`${value('linkType')}::text` : sql`a.link_type`
  const isNoUuid = slot<AnnotationChange>((input) => input.isNoUuid)
  return sql<SqlBool>`(${has('personaId') ? persona : sql`a.persona_id`} is not null or ${type} <> 'type')
    and (not ${isNoUuid}::boolean or ${type} = 'object' or ${link} is not null)`
}

/** Returns a condition: a new persona is one that the user may use. */
const mayUse = (abilities: RuleValues): Condition =>
  sql<SqlBool>`(${persona} is null or a.persona_id is not distinct from ${persona}
    or exists (select from personas p where p.id = ${persona} and ${usablePersona(abilities, 'annotation', 'p')}))`

/**
 * Returns the project after the change: a new persona sets its own project, and one without a project leaves the
 * annotation where it is.
 */
const projectOfPersona = (abilities: RuleValues) => sql`case when a.persona_id is distinct from ${persona}
    then coalesce((select ${projectToInherit(abilities, 'annotation', 'p')} from personas p where p.id = ${persona}), a.project_id)
    else a.project_id end`

/**
 * Returns a condition: a new label, or the label with a new persona, is not a deleted type. A label that the row
 * already has may stay.
 */
function showsNoDeletedType(has: (name: ChangedName) => boolean): Condition {
  const label = has('label') ? sql`${value('label')}::text` : sql`a.label`
  const of = has('personaId') ? persona : sql`a.persona_id`
  const type = has('type') ? sql`${value('type')}::text` : sql`a.type`
  return sql<SqlBool>`(${type} <> 'type' or (${label} = a.label and ${of} is not distinct from a.persona_id)
    or not ${isDeletedType(of, label)})`
}

const updates = statementsBy<AnnotationChange, ChangeShape>(
  (shape) => JSON.stringify(shape),
  ({ form, names, ifVersion }) =>
    statement(
      () => {
        const abilities = abilitySlots(form)
        const has = (name: ChangedName) => names.includes(name)
        const changed = Object.fromEntries(names.filter((name) => name !== 'updatedAt').map((name) => [name, true]))
        const plain = names.filter((name) => !(dependent as readonly string[]).includes(name))
        const mayPlace = slot<AnnotationChange>((input) => input.mayPlace)
        const sets = [
          slotPairs(annotationRecord, plain, ({ changes }: AnnotationChange) => changes),
          sql`version = a.version + 1`,
          ...(has('personaId') ? [sql`persona_id = ${persona}`] : []),
          ...(has('projectId') ? [sql`project_id = ${project}`] : []),
          ...(has('personaId') && !has('projectId') ? [sql`project_id = ${projectOfPersona(abilities)}`] : []),
        ]
        const conditions = [
          sql<SqlBool>`a.id = ${slot<AnnotationChange>(({ id }) => id)}`,
          ...(ifVersion ? [sql<SqlBool>`a.version = ${slot<AnnotationChange>((input) => input.ifVersion)}`] : []),
          changeable(abilities, 'annotation', 'a', changed),
          fitTogether(has),
          ...(has('label') || has('personaId') ? [showsNoDeletedType(has)] : []),
          ...(has('personaId') ? [mayUse(abilities)] : []),
          ...(has('projectId') ? [sql<SqlBool>`(${mayPlace}::boolean or a.project_id = ${project})`] : []),
        ]
        return sql`update annotations as a set ${sql.join(sets)} where ${all(...conditions)} returning ${written.list}`
      },
      { changes: ({ id }) => id },
    ),
)

/**
 * Changes an annotation and returns it in the columns of `written`; undefined if a rule refuses the change, or the
 * annotation is no longer at `ifVersion`.
 */
export async function updateAnnotation(on: StatementTarget, input: AnnotationChange): Promise<RawRow | undefined> {
  const names = annotationRecord.names.filter((name) => input.changes[name] !== undefined)
  const shape = { form: input.abilities.form, names, ifVersion: input.ifVersion !== undefined }
  const [row] = await updates(shape).bytes(on, input)
  return row
}
