import { sql } from 'kysely'
import { mostOfLine, tooLong } from '../../../lib/constraints.js'
import { lineKinds } from '../../line.shape.js'
import { listedTypes, type Rule } from './rule.sql.js'

const fails = (message: string): Pick<Rule, 'verdict' | 'notes'> => ({
  verdict: { state: 'fail' },
  notes: [{ severity: 'error', type: 'execution', message }],
})

const most = sql.lit(mostOfLine)
const stored = sql`(select coalesce(sum(octet_length(o.body::text) + 1), 0) from ontology_types o where o.persona_id = t.final_id)`
const added = sql`(select coalesce(sum(octet_length(e.body::text) + 1), 0)
  from ${listedTypes} v(kind, list)
  cross join lateral json_array_elements(coalesce(v.list, '[]')) e(body)
  where not exists (select from ontology_types o
    where o.persona_id = t.final_id and o.kind = v.kind and o.type_id = e.body ->> 'id'))`

/**
 * The rules for lines after which a row or an ontology would be longer than a line that an import accepts, which the
 * database refuses. They come last, when every line has its final document, except for types that are added to a
 * stored ontology.
 */
export const tooLongLines: readonly Rule[] = [
  // The sequences are most of a file, and were measured during staging.
  { kinds: ['annotation'], where: sql`l.frames_size > ${most}`, ...fails(tooLong.row) },
  {
    kinds: lineKinds.filter((kind) => kind !== 'annotation' && kind !== 'ontology'),
    joins: sql`join import_bodies b on b.line = l.line`,
    where: sql`octet_length(b.body::text) > ${most}`,
    ...fails(tooLong.row),
  },
  {
    kinds: ['ontology'],
    refers: { t: ['persona', 'persona_id'] },
    joins: sql`join import_bodies b on b.line = l.line`,
    where: sql`case when l.act <> 'merge' then octet_length(b.body::text) > ${most}
      when octet_length(b.body::text) + ${stored} <= ${most} then false else ${stored} + ${added} > ${most} end`,
    ...fails(tooLong.ontology),
  },
]
