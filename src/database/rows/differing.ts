import { sql, type RawBuilder } from 'kysely'

/** The columns of a table of list items: the id of the row that owns the lists, and the id of an item in its list. */
export interface ListColumns {
  owner: string
  id: string
}

/**
 * Returns queries of a WITH clause that compare the stored lists, in the query `held`, with the new ones, in `given`.
 * Both have the columns in `of`, `kind`, `position` and `body` (json), and `held` also has `row` (ctid). The last
 * query, `differing`, selects the rows to write: the columns of `given` and `row`; the body of a row to delete is null.
 * Items whose order is unchanged keep their positions, also if others are removed or appended. PostgreSQL never
 * executes a full join as a nested loop, which compared each of 10,000 items with each (30 s) right after a first save,
 * when it expects a single stored row.
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
