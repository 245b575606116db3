import { sql } from 'kysely'
import type { Condition, Statement } from '../../database/rows/conditions.js'
import { worldKinds } from '../../world/world-kinds.js'
import type { ContentCounts } from '../exchange.shape.js'
import { lineTypes } from '../line.shape.js'
import { selectAnnotationCounters } from './annotations.sql.js'
import type { ExportRows } from './export-rows.sql.js'
import { lineStatements } from './line-statements.service.js'

/** About as many lines of each kind are measured; of kinds with fewer lines all. */
const wanted = 500
/** The bytes of the line of an annotation in a file of everything that its counters do not contain. */
const envelope = '{"type":"annotation","data":}'.length
/** The bytes of `projectId` and `author` in a line. */
const signature = 170

type Run = <Row>(statement: Statement<Row>) => Promise<Row[]>

/** Estimates the bytes of the files of lines that these rows make, without interpolated boxes. */
export async function fileSizes(run: Run, rows: ExportRows, counts: ContentCounts, annotations: Condition) {
  const { personaCount, ontologyCount, summaryCount, claimCount, claimRelationCount } = counts
  const size = async (count: number, statementOf: (chosen: (id: string) => Condition) => Statement) => {
    if (count === 0) return 0
    const [sample] = await run(measured(statementOf((id) => sampled(id, count))))
    return sample && sample.lines > 0 ? (sample.bytes * count) / sample.lines : 0
  }
  const personas =
    (await size(personaCount + ontologyCount, (chosen) =>
      lineStatements.persona({ ...rows, personas: sql`${rows.personas} and ${chosen('p.id')}` }),
    )) +
    (await size(counts.typeCorrespondenceCount, (chosen) =>
      lineStatements.type_correspondence({
        ...rows,
        correspondences: sql`${rows.correspondences} and ${chosen('k.id')}`,
      }),
    ))
  let world = 0
  for (const kind of worldKinds)
    world += await size(counts[lineTypes[kind].stat], (chosen) =>
      lineStatements.object({ ...rows, objects: sql`${rows.objects} and ${chosen('o.object_id')}` }, kind),
    )
  const summaries =
    (await size(summaryCount, (chosen) =>
      lineStatements.summary({ ...rows, summaries: sql`${rows.summaries} and ${chosen('s.id')}` }),
    )) +
    (await size(claimCount, (chosen) =>
      lineStatements.claim({ ...rows, claims: sql`${rows.claims} and ${chosen('c.id')}` }, false),
    )) +
    (await size(claimRelationCount, (chosen) =>
      lineStatements.claim_relation({ ...rows, relations: sql`${rows.relations} and ${chosen('r.id')}` }),
    ))
  const ofAnnotations = async (boxes: 'stored' | 'keyframes') => {
    const mode = { interpolated: false, gaps: false, skipInvalid: false, boxes }
    const [counters] = await run(selectAnnotationCounters(annotations, mode))
    const { annotations: count = 0, bytes = 0 } = counters ?? {}
    return bytes + count * ((boxes === 'stored' ? envelope : 0) + (rows.authors ? signature : 0))
  }
  const all = personas + world + summaries + (await ofAnnotations('stored'))
  const sizes = { all, annotations: await ofAnnotations('keyframes'), personas, world, summaries }
  return Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, Math.round(bytes)])) as typeof sizes
}

/** Selects the number of lines of a statement and their bytes with the line feeds. */
const measured = (statement: Statement) =>
  sql<{ lines: number; bytes: number }>`select count(*)::int as lines,
    coalesce(sum(octet_length(x.line) + 1), 0)::float8 as bytes from (${statement}) x(line)`

/** Returns a condition for about as many of `count` rows as are wanted, which is the same each time. */
const sampled = (id: string, count: number): Condition =>
  count <= wanted
    ? sql`true`
    : sql`(hashtext(${sql.ref(id)}::text) & 65535) < ${sql.lit(Math.ceil((65536 * wanted) / count))}`
