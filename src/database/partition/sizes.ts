import type pg from 'pg'
import { applicationName, formerSchema, partitionableTables, type PartitionableTable } from './tables.js'

export interface Size {
  table: PartitionableTable
  /** The number of rows as PostgreSQL estimates it. */
  rows: number
  /** The table with its indexes, in bytes. */
  bytes: number
  /** The number of its partitions; 0 where it is whole. */
  parts: number
}

/** Returns the sizes of the tables that can be partitioned. */
export async function selectSizes(client: pg.ClientBase): Promise<Size[]> {
  const { rows } = await client.query<Size>(
    `select c.relname as "table", sum(greatest(leaf.reltuples, 0))::float8 as rows,
            sum(pg_total_relation_size(leaf.oid))::float8 as bytes,
            (count(*) filter (where leaf.oid <> c.oid))::int as parts
       from unnest($1::text[]) with ordinality t (name, n)
       join pg_class c on c.relname = t.name and c.relnamespace = 'public'::regnamespace
       cross join lateral (select c.oid, c.reltuples where c.relkind = 'r'
                           union all
                           select p.oid, p.reltuples from pg_inherits join pg_class p on p.oid = inhrelid
                            where inhparent = c.oid) leaf
      group by c.relname, n order by n`,
    [partitionableTables],
  )
  return rows
}

/** Returns the tables whose partitioning was broken off, before or after the switch, and is not going on. */
export async function selectUnfinished(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where c.relname = any($1::text[]) and c.relkind in ('r', 'p')
        and (nspname = $2 or nspname = 'public' and exists (
          select from pg_trigger where tgrelid = c.oid and tgname like 'parallax\\_partition\\_%'))
        and not exists (select from pg_stat_activity
                         where application_name = $3 and datname = current_database())
      group by c.relname order by 1`,
    [partitionableTables, formerSchema, applicationName],
  )
  return rows.map(({ name }) => name)
}
