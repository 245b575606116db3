import { sql, type RawBuilder } from 'kysely'

/**
 * JSON text pairs, for json_build_object, of the claims that a CTE (a select with the column id) deletes and of their
 * relations, which the database deletes with them. A statement that deletes still sees the rows as they were before.
 */
export const claimsAndRelations = (claims: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'Claim', (select coalesce(json_agg(g.id), '[]') from ${claims} g),
    'ClaimRelation', (select coalesce(json_agg(x.id), '[]') from (
      select r.id from ${claims} g join claim_relations r on r.source_claim_id = g.id
      union
      select r.id from ${claims} g join claim_relations r on r.target_claim_id = g.id) x)`
