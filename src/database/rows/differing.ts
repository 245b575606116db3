import { sql, type RawBuilder } from 'kysely'

/**
 * A select of what is to be written so that the rows of `held` become those of `given`, both of them queries with an id
 * (the column of this name), `position` and `body` (json): the columns of `given`, with nulls for a row that is to go,
 * and `row`, the place (ctid) of the held one. A full join, because PostgreSQL carries it out by hashing or merging
 * whatever it expects: right after a first save it expects a single held row, and compared each of 10,000 with each
 * (30 s).
 */
export const differing = (id: string): RawBuilder<unknown> => {
  const [ofGiven, ofHeld] = [sql.ref(`g.${id}`), sql.ref(`h.${id}`)]
  return sql`select h.row, g.position, g.body
        from given g full join held h on ${ofGiven} = ${ofHeld}
       where ${ofGiven} is null or ${ofHeld} is null or h.position <> g.position or h.body::text <> g.body::text`
}
