import { sql, type RawBuilder } from 'kysely'
import { abilitySlots, type WithAbilities } from '../access/ability-slots.js'
import { readableInSummary } from '../access/rules.js'
import { prepare, slot, type Prepared } from '../database/prepared.js'
import { document, membersOf, number, objectOf, plain, text, type Printed } from '../database/print.js'
import type { SelectedField } from '../graphql/printed-selection.js'
import { claimFields } from './claim-text.js'

const typename = (name: string): Printed => sql<string>`${sql.lit(JSON.stringify(name))}`

const {
  gloss: _g,
  textSpans: _t,
  claimerGloss: _c,
  claimRelation: _r,
  createdBy: _b,
  projectId: _p,
  ...ofRoutes
} = claimFields
/** Fields of the type Claim that are columns, as GraphQL answers them. */
const columns: Record<string, Printed> = {
  ...ofRoutes,
  __typename: typename('Claim'),
  summaryType: plain(sql`upper(c.summary_type)`),
  version: number('c.version'),
}

const gloss = { typename: 'GlossItem', fields: ['type', 'content', 'refType', 'refPersonaId', 'refClaimId'] }
/** Fields that are lists of objects in a json column, with what an object has. */
const lists: Record<string, { column: string; typename: string; fields: readonly string[] }> = {
  gloss: { column: 'c.gloss', ...gloss },
  claimerGloss: { column: 'c.claimer_gloss', ...gloss },
  claimRelation: { column: 'c.claim_relation', ...gloss },
  textSpans: { column: 'c.text_spans', typename: 'TextSpan', fields: ['sentenceIndex', 'charStart', 'charEnd'] },
}

/** Who made the claim, over u; anybody may know them. */
const creator: Record<string, Printed> = {
  __typename: typename('User'),
  id: plain('u.id'),
  username: text('u.username'),
  displayName: text('u.display_name'),
}

function printedCreator(selected: readonly SelectedField[] | null): Printed | null {
  const members = selected?.map(({ key, name, selected: below }) => [key, below ? undefined : creator[name]] as const)
  if (!members?.every((one): one is [string, Printed] => one[1] !== undefined)) return null
  return objectOf(Object.fromEntries(members))
}

/** A stretch of members that comes as text, or one list whose objects are still to be picked from. */
export interface Part {
  printed: RawBuilder<string>
  list: { key: string; typename: string; fields: readonly SelectedField[] } | null
}

export interface Parts {
  parts: Part[]
  /**
   * Whoever made it, each time they are selected: joined, so that PostgreSQL prints a person once and not with each
   * claim.
   */
  creators: { alias: string; printed: Printed }[]
}

/**
 * What is selected of a claim as the values of a row; null when something is no column. `prefix` sets the names of
 * joins apart.
 */
export function partsOf(selected: readonly SelectedField[], prefix: string): Parts | null {
  const parts: Part[] = []
  const creators: Parts['creators'] = []
  let members: Record<string, Printed> = {}
  const close = () => {
    if (Object.keys(members).length) parts.push({ printed: membersOf(members), list: null })
    members = {}
  }
  for (const { key, name, selected: below } of selected) {
    const list = lists[name]
    const person = name === 'creator' ? printedCreator(below) : null
    const column = below ? undefined : columns[name]
    if (person) {
      const alias = `${prefix}_creator${creators.length}`
      creators.push({ alias, printed: person })
      members[key] = sql<string>`${sql.ref(`${alias}.printed`)}`
    } else if (column) members[key] = column
    else if (list && below?.every((one) => one.name === '__typename' || list.fields.includes(one.name))) {
      close()
      parts.push({ printed: document(list.column), list: { key, typename: list.typename, fields: below } })
    } else return null
  }
  close()
  return { parts, creators }
}

export const noParent = '-'.repeat(36)

interface OfSummaries extends WithAbilities {
  summaryIds: readonly string[]
}

/**
 * Ids of the summary, of the claim and of the one above it (dashes for none), and '+' when somebody made it; then a
 * value for each part.
 */
export type SelectParts = (
  on: Parameters<Prepared<unknown>['bytes']>[0],
  input: OfSummaries,
) => Promise<(Buffer | null)[][]>

/** Selects claims of summaries as parts, oldest first. Without a name the statement is planned each time. */
export function selectParts(name: string | null, { parts, creators }: Parts): SelectParts {
  const joins = creators.map(
    ({ alias, printed }) =>
      sql`left join lateral (select ${printed} as printed from users u where u.id = c.created_by offset 0) ${sql.ref(alias)} on true`,
  )

  const statement = (isAdmin: boolean) =>
    prepare<OfSummaries>(
      name && `${name}/${isAdmin ? 'every' : 'some'}`,
      () => sql`
      select (c.summary_id || (c.id || coalesce(c.parent_claim_id::text, ${sql.lit(noParent)}))) || case when c.created_by is null then '' else '+' end, ${sql.join(parts.map(({ printed }) => printed))}
        from claims c join video_summaries s on s.id = c.summary_id ${joins.length ? sql.join(joins, sql` `) : sql``}
       where c.summary_id = any(${slot<OfSummaries, readonly string[]>((input) => input.summaryIds)}::uuid[]) and ${readableInSummary(abilitySlots(isAdmin))}
       order by c.created_at, c.id`,
    )
  const [every, some] = [statement(true), statement(false)]
  return (on, input) => (input.abilities.isAdmin ? every : some).bytes(on, input)
}
