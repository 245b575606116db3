import { sql } from 'kysely'

/** Assembles a sequence that is stored in parts; a is the alias of annotations. */
const assembled = sql<string>`a.frames_head || (select string_agg(p.boxes, ',' order by p.from_frame)
  from sequence_parts p where p.annotation_id = a.id) || a.frames_tail`

/**
 * The sequence of an annotation as JSON text, whether it is stored in parts or as a whole; replaces the column `frames`
 * of the alias a.
 */
export const sequenceText = sql<string>`case when a.frames_head is null then a.frames::text else ${assembled} end`

/** The same as json, for statements that read its members. */
export const sequenceJson = sql<unknown>`case when a.frames_head is null then a.frames else (${assembled})::json end`
