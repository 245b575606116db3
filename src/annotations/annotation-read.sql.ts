import { sql } from 'kysely'
import { abilitySlots, type WithAbilities } from '../access/ability-slots.js'
import { visible } from '../access/rules.js'
import { slot } from '../database/prepared.js'
import { printedColumns, reading, readings, type ReadConnections } from '../database/record-read.js'
import { RowPrinter, textAt } from '../database/row-printer.js'
import type { RawRow } from '../database/wire-pool.js'
import { annotationRecord } from './annotation.record.js'

const columns = printedColumns(annotationRecord, ['version'])
/** Prints an annotation in the form of the routes. */
export const annotationPrinter = new RowPrinter(columns.members)

interface OfVideo extends WithAbilities {
  videoId: string
}

export const annotationsOfVideo = readings<OfVideo, boolean>(String, (isAdmin) =>
  reading(
    columns.count,
    () => sql`
      select ${columns.list}
        from annotations a
       where a.video_id = ${slot<OfVideo, string>((input) => input.videoId)}
         and ${visible(abilitySlots(isAdmin), 'annotation', 'a')}
       order by a.created_at, a.id`,
  ),
)

/** A video's annotations that the actor may read, oldest first. */
export function selectAnnotationsOfVideo(on: ReadConnections, input: OfVideo): Promise<RawRow[]> {
  return annotationsOfVideo(input.abilities.isAdmin).rows(on, input)
}

const byId = reading<string>(
  columns.count,
  () => sql`select ${columns.list} from annotations a where a.id = ${slot<string, string>((id) => id)}`,
)

/** One annotation, whoever may read it. */
export async function selectAnnotationRow(on: ReadConnections, id: string): Promise<RawRow | undefined> {
  const [row] = await byId.rows(on, id)
  return row
}

export const versionOf = (row: RawRow): number => Number(textAt(row, columns.at('version')))
