import { sql } from 'kysely'
import { among } from '../access/measure.js'
import { abilitySlots } from '../access/ability-slots.js'
import type { Abilities, RuleForm } from '../access/abilities.js'
import { visiblePersona } from '../access/rules.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import { textsAt } from '../database/rows/row-printer.js'

interface Wanted {
  /** Null for a caller who is not signed in. */
  abilities: Abilities | null
  personaIds: readonly string[]
  typeIds: readonly string[]
}

const columns = ['persona_id', 'kind', 'type_id', 'name', 'body'].map((name, column) => ({ name, column }))

const statements = statementsBy<Wanted, RuleForm | null>(String, (form) =>
  statement(
    () => sql`
      select ${sql.join(columns.map(({ name }) => sql.ref(`t.${name}`)))}
        from ontology_types t
        join personas p on p.id = t.persona_id
       where t.persona_id = any(${slot<Wanted>((input) => input.personaIds)}::uuid[])
         and t.type_id = any(${slot<Wanted>((input) => input.typeIds)}::text[])
         and ${among(visiblePersona(form === null ? null : abilitySlots(form), 'p'))}
       order by t.persona_id, t.kind, t.position`,
  ),
)

/**
 * Reads the types that have any of these ids and belong to any of these personas, if the actor may read the persona; in
 * stored order.
 */
export async function selectTypesNamed(on: StatementTarget, input: Wanted) {
  const rows = await statements(input.abilities?.form ?? null).bytes(on, input)
  return rows.map((row) => {
    const [personaId, kind, typeId, name, body] = textsAt(row, columns) as [string, string, string, string, string]
    return { personaId, kind, typeId, name, body: JSON.parse(body) as unknown }
  })
}
