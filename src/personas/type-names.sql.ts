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
  /** Whether the documents of the types are read; otherwise `body` is null. */
  bodies: boolean
}

const columns = ['personaId', 'kind', 'typeId', 'name', 'body'].map((name, column) => ({ name, column }))

interface Shape {
  form: RuleForm | null
  bodies: boolean
}

const keyOf = ({ form, bodies }: Shape) => `${form}/${bodies}`
const statements = statementsBy<Wanted, Shape>(keyOf, ({ form, bodies }) =>
  statement(
    () => sql`
      select t.persona_id, t.kind, t.type_id, t.name, ${bodies ? sql`t.body` : sql`null`}
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
  const rows = await statements({ form: input.abilities?.form ?? null, bodies: input.bodies }).bytes(on, input)
  return rows.map((row) => {
    const [personaId, kind, typeId, name, body] = textsAt(row, columns) as [
      string,
      string,
      string,
      string,
      string | null,
    ]
    return { personaId, kind, typeId, name, body: JSON.parse(body ?? 'null') as unknown }
  })
}
