import { sql, type RawBuilder } from 'kysely'

/** The columns of a table of items in lists: what owns the lists, and the id of an item in its list. */
export interface ListColumns {
  owner: string
  id: string
}

/**
 * Queries of a WITH clause, of which `differing` is what is to be written so that the lists of `held` become those of
 * `given`, both of them queries with the columns of `of`, `kind`, `position` and `body` (json), `held` also with `row`
 * (ctid): the columns of `given`, with a null for the body of a row that is to go, and `row`. Items whose order stays
 * keep their positions, also where others are removed or added behind them. A full join, because PostgreSQL carries it
 * out by hashing or merging whatever it expects: right after a first save it expects a single held row, and compared
 * each of 10,000 with each (30 s).
 */
export const differing = (of: ListColumns): RawBuilder<unknown> => {
  const [owner, id] = [sql.ref(of.owner), sql.ref(of.id)]
  const list = sql`partition by ${owner}, kind`
  return sql`joined as (
      select coalesce(g.${owner}, h.${owner}) as ${owner}, coalesce(g.kind, h.kind) as kind, h.row, g.body,
          h.body as held_body, g.position as given_at, h.position as held_at
        from given g full join held h on g.${owner} = h.${owner} and g.kind = h.kind and g.${id} = h.${id}
    ), aimed as (
      select *, coalesce(held_at, coalesce(max(held_at) over (${list}), 0) + given_at
            - count(*) filter (where held_at is not null and given_at is not null) over (${list})) as aim
        from joined
    ), followed as (
      select *, lag(aim, 1, 0::bigint) over (${list} order by given_at) < aim as follows from aimed
    ), placed as (
      select *, case when bool_and(follows) filter (where given_at is not null) over (${list})
          then aim else given_at end as position
        from followed
    ), differing as materialized (
      select ${owner}, kind, row, position, body from placed
       where given_at is null or held_at is null or held_at <> position
          or not is_same_json(held_body::text, body::text)
    )`
}
