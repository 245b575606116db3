import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { membersOf, number, plain, text, timestamp } from '../../database/rows/print.js'
import { authorOf, closing, envelopeOf, orderTime, placeOf, type ExportRows } from './export-rows.sql.js'
import { reviewOf } from './reviews.sql.js'
import { anyOf, inOrder } from './rows.sql.js'
import { sequenceJson, sequenceText } from '../../annotations/sequences/sequence-text.js'
import { worldKinds } from '../../world/world-kinds.js'
import { weights } from '../export-size.js'

/**
 * Returns a condition on the alias a: the annotations of an export that pass every filter. It contains no parameters,
 * because it becomes part of COPY statements.
 */
export const annotationsOf = (
  rows: Pick<ExportRows, 'annotations'>,
  filters: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> => sql.join([rows.annotations, ...filters], sql` and `)

/** Narrows the condition to annotations whose sequence is valid. */
export const withoutProblems = (where: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql`${where} and a.sequence_problems is null`

export interface LinePrinting extends Pick<ExportRows, 'links' | 'unreadablePersonas' | 'authors' | 'enveloped'> {
  /** Whether each line is wrapped as `{"type":…,"data":…}`. */
  typed: boolean
  /** Whether lines contain every stored box (X-15) or only keyframes. */
  boxes: 'stored' | 'keyframes'
  /** Whether a comma precedes every line except the first, for the items of a JSON array. */
  commas?: boolean
}

/**
 * Selects the target of the label: the name of its type, or the kind of the linked object; null if it cannot be found.
 */
const named = (naming: Naming) =>
  sql`select ${typeName(naming)} as type_name, ${ofObject(
    naming,
    sql`case when o.kind = 'entity' and o.body -> 'locationType' is not null then 'location' else replace(o.kind, '_', '-') end`,
  )} as object_kind`

type Naming = Pick<ExportRows, 'links' | 'unreadablePersonas'>

const typeName = ({ unreadablePersonas }: Naming) =>
  sql`case when not a.is_object ${unreadablePersonas.length ? sql`and not a.persona_id = ${anyOf(unreadablePersonas, 'uuid')}` : sql``} then (
      select t.name from ontology_types t where t.persona_id = a.persona_id and t.type_id = a.label
       order by array_position(array['entity', 'event', 'role', 'relation'], t.kind) limit 1) end`

const ofObject = ({ links }: Naming, what: RawBuilder<unknown>) =>
  links === null
    ? sql`null`
    : sql`case when a.is_object then (select ${what}
        from world_objects o ${links.where} and o.object_id = a.label and o.kind <> 'relation'
       order by ${links.order} array_position(${sql.lit(`{${worldKinds.join(',')}}`)}::text[], o.kind) limit 1) end`

/** Returns SQL for the name of the type or object that the label refers to, or else the label itself. */
export const labelName = (naming: Naming) =>
  sql<string>`coalesce(nullif(${typeName(naming)}, ''), nullif(${ofObject(naming, sql`o.body ->> 'name'`)}, ''), a.label)`

/**
 * Joins as n the parts of a line that many annotations share. They form a subquery, so that PostgreSQL prints them once
 * for each combination of the values they depend on (a Memoize node) and not once for each row.
 */
const shared = (printing: LinePrinting) => sql`cross join lateral (select
    case when a.is_object
      then ',"annotationType":"object","objectLink":{"objectId":' || ${text('a.label')} || ',"objectType":"' || coalesce(a.link_type, r.object_kind, 'entity') || '"}'
      else ',"annotationType":"type","typeAssignment":{"typeId":' || ${text('a.label')} || ',"typeName":' || ${text(sql`coalesce(r.type_name, a.label)`)} || '}'
      end || ',"boundingBoxSequence":' as target,
    ',' || ${membersOf({ label: text('a.label'), type: text('a.type') })} || ',' as labels,
    ',' || ${membersOf({ source: text('a.source'), linkType: plain('a.link_type') })}
      || case when coalesce(r.type_name, r.object_kind) is null and (a.is_object or a.persona_id is not null) then ',"unresolved":true' else '' end
      || ${sql.lit(printing.authors ? '' : closing(printing))} as ending
    from (${named(printing)} offset 0) r offset 0) n`

const ofAnnotation = { type: 'annotation', id: plain('a.id'), order: [orderTime('a.created_at'), plain('a.id')] }

/**
 * Returns SQL for the text of a line up to its sequence; `tail` is the text after it (XR-06). The two are built
 * separately so that text containing the long sequence is copied as few times as possible.
 */
const head = ({
  typed,
  commas,
  authors,
  enveloped,
}: LinePrinting) => sql`(${enveloped ? sql`${envelopeOf(ofAnnotation)} || ` : sql``}${commas ? sql`case when row_number() over (order by a.created_at, a.id) > 1 then ',' else '' end || ` : sql``}
  ${typed ? sql`'{"type":"annotation"' || ${placeOf({ authors }, 'a.project_id')} || ',"data":{'` : sql.lit('{')} || ${membersOf({ id: plain('a.id'), videoId: text('a.video_id'), personaId: plain('a.persona_id') })} || n.target)`

const tail = (
  printing: LinePrinting,
) => sql`(${reviewOf('a')} || ',' || ${membersOf({ createdAt: timestamp('a.created_at'), updatedAt: timestamp('a.updated_at') })} || n.labels
  || ${membersOf({ confidence: number('a.confidence'), number: number('a.number') })} || n.ending${
    printing.authors
      ? sql` || ${printing.typed ? sql`''` : placeOf(printing, 'a.project_id')} || ',"author":' || author.text || ${sql.lit(closing(printing))}`
      : sql``
  })`

const from = (where: RawBuilder<SqlBool>, printing: LinePrinting) => {
  const order = sql`a.created_at, a.id`
  const rows = inOrder('annotations', 'a', where, order, printing.links?.columns)
  return sql`from ${rows} ${shared(printing)} ${printing.authors ? authorOf('a.created_by_user_id') : sql``} order by ${order}`
}

/** Selects the lines in their final form, oldest first (X-03). */
export function selectAnnotationLines(where: RawBuilder<SqlBool>, printing: LinePrinting): RawBuilder<unknown> {
  const sequence =
    printing.boxes === 'stored'
      ? sql`case when a.frames_complete then ${sequenceText} else exported_sequence(${sequenceJson}, false) end`
      : sql`case when a.frames_complete and a.box_count = a.keyframe_count then ${sequenceText}
          else exported_sequence(${sequenceJson}, true) end`
  return sql`select ${head(printing)} || ${sequence} || ${tail(printing)} ${from(where, printing)}`
}

/**
 * Selects four columns for lines whose boxes are still to be computed: the video's id as JSON, the text before the
 * sequence, the stored sequence, and the text after it.
 */
export function selectAnnotationParts(where: RawBuilder<SqlBool>, printing: LinePrinting): RawBuilder<unknown> {
  return sql`select ${text('a.video_id')}, ${head(printing)}, ${sequenceText}, ${tail(printing)} ${from(where, printing)}`
}

/**
 * The number of boxes that are not keyframes, including those in gaps: every frame between the first and the last
 * keyframe, and stored boxes outside them (IP-13). A frame number that is not a plain number of at most 16 digits is
 * ignored, so that one bad row cannot make the whole export fail.
 */
const withGaps = sql`case when a.box_count = a.keyframe_count then greatest(a.last_frame - a.first_frame + 1 - a.keyframe_count, 0)::float8
  else (select coalesce(max(b.f) filter (where b.k) - min(b.f) filter (where b.k) + 1 - count(*) filter (where b.k), 0)
      + count(*) filter (where not b.k and not coalesce(b.f between b.lo and b.hi, false))
    from (select e.f, e.k, min(e.f) filter (where e.k) over () as lo, max(e.f) filter (where e.k) over () as hi
      from (select (x ->> 'frameNumber')::float8 as f, (x ->> 'isKeyframe') is distinct from 'false' as k
        from (select ${sequenceJson} -> 'boxes' as boxes offset 0) s
        cross join json_array_elements(case when json_typeof(s.boxes) = 'array' then s.boxes else '[]' end) x
       where json_typeof(x -> 'frameNumber') = 'number' and x ->> 'frameNumber' ~ '^-?[0-9]{1,16}([.][0-9]+)?$') e) b) end`

export interface AnnotationCounters {
  annotations: number
  sequences: number
  keyframes: number
  interpolated: number
  /** The most boxes that are interpolated for one annotation. */
  longest: number
  invalid: number
  /** Bytes of all lines, estimated from the sizes stored with the rows (X-06). */
  bytes: number
}

/**
 * Counts annotations, boxes and bytes from columns that are kept up to date when annotations are written. Sequences are
 * read only to count the frames in gaps of annotations that have stored boxes between keyframes.
 */
export function selectAnnotationCounters(
  where: RawBuilder<SqlBool>,
  mode: { interpolated: boolean; gaps: boolean; skipInvalid: boolean; boxes: 'stored' | 'keyframes' },
) {
  const counted = mode.skipInvalid ? sql`filter (where a.sequence_problems is null)` : sql``
  const boxes = mode.boxes === 'stored' ? sql`a.box_count` : sql`a.keyframe_count`
  const added = !mode.interpolated
    ? mode.boxes === 'stored'
      ? sql`a.box_count - a.keyframe_count`
      : sql`0`
    : mode.gaps
      ? withGaps
      : sql`a.interpolated_count`
  // Computed as float8, because the bytes of a row with 14 million frames exceed the range of an integer.
  const size = mode.interpolated
    ? sql`${weights.annotation}::float8 + ${weights.keyframe}::float8 * a.keyframe_count + ${weights.interpolated}::float8 * ${added}`
    : // 310 bytes for the fixed part of a line, plus the rest; a type's name is assumed to be as long as its id.
      sql`a.frames_size * ${boxes}::float8 / greatest(a.box_count, 1) + octet_length(a.video_id) + octet_length(a.type) + octet_length(a.source)
        + case when a.is_object then 310 + 2 * octet_length(a.label) + 2 * coalesce(octet_length(a.link_type), 4) else 310 + 3 * octet_length(a.label) end
        + case when a.persona_id is null then 0 else 34 end`
  return sql<AnnotationCounters>`select (count(*) ${counted})::int as annotations, (count(*) filter (where a.has_boxes ${mode.skipInvalid ? sql`and a.sequence_problems is null` : sql``}))::int as sequences,
      coalesce(sum(a.keyframe_count) ${counted}, 0)::float8 as keyframes, coalesce(sum(${added}) ${counted}, 0)::float8 as interpolated,
      coalesce(max(case when a.keyframe_count > 1 then ${added} end) ${counted}, 0)::float8 as longest,
      count(a.sequence_problems)::int as invalid, coalesce(sum(${size}) ${counted}, 0)::float8 as bytes
    from annotations a where ${where}`
}

/** Selects the faults of the first thousand invalid sequences (X-05). */
export function selectSequenceProblems(where: RawBuilder<SqlBool>) {
  return sql<{ annotationId: string; errors: string[] }>`select a.id as "annotationId", a.sequence_problems as errors
    from annotations a where ${where} and a.sequence_problems is not null order by a.created_at, a.id limit 1000`
}
