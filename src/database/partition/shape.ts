import type pg from 'pg'
import { formerSchema, partsSchema } from './tables.js'

/** What a table consists of besides its rows, as statements for its partitioned copy. */
export interface Shape {
  /** The columns that are stored; generated ones are computed again. */
  columns: string[]
  /** Storage parameters, such as `autovacuum_vacuum_scale_factor=0.02`. */
  options: string[]
  /** The primary key and the unique constraints, with their columns. */
  keys: { name: string; isPrimary: boolean; columns: string[] }[]
  /** The definitions of the other indexes. */
  indexes: string[]
  /** Foreign keys of the table to others, and to itself. */
  outgoing: { name: string; definition: string; toItself: boolean }[]
  /** Foreign keys of other tables to this one. */
  incoming: ForeignKey[]
  triggers: string[]
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

const foreignKeys = `select conname as name, pg_get_constraintdef(oid) as definition, conrelid::regclass::text as table,
    conrelid = confrelid as "toItself"
  from pg_constraint where contype = 'f' and conparentid = 0`

/**
 * Reads the shape of a table of the schema `public`. Throws where it has a unique index that is no constraint: such an
 * index would have to contain the id.
 */
export async function readShape(client: pg.ClientBase, table: string): Promise<Shape> {
  // With an empty search path PostgreSQL prints all names with their schemas.
  await client.query(`begin; set local search_path = ''`)
  try {
    const name = `public.${table}`
    const all = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text, [name])).rows
    const columns = await all<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    )
    const [stored] = await all<{ options: string[] | null }>(
      `select reloptions as options from pg_class where oid = $1::regclass`,
    )
    const keys = await all<Shape['keys'][number]>(
      `select conname as name, contype = 'p' as "isPrimary",
              array(select a.attname::text from unnest(conkey) with ordinality k (num, n)
                     join pg_attribute a on a.attrelid = conrelid and a.attnum = num order by n) as columns
         from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u') order by contype`,
    )
    const indexes = await all<{ definition: string; isUnique: boolean }>(
      `select pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique" from pg_index
        where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    )
    const unique = indexes.find(({ isUnique }) => isUnique)
    if (unique) throw new Error(`${table} has a unique index that is no constraint: ${unique.definition}`)
    const outgoing = await all<Shape['outgoing'][number]>(`${foreignKeys} and conrelid = $1::regclass order by conname`)
    const incoming = await all<ForeignKey>(`${foreignKeys} and confrelid = $1::regclass and conrelid <> confrelid
      order by conname`)
    const triggers = await all<{ definition: string }>(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    )
    return {
      columns: columns.map((one) => one.name),
      options: stored?.options ?? [],
      keys,
      indexes: indexes.map(({ definition }) => definition),
      outgoing,
      incoming,
      triggers: triggers.map(({ definition }) => definition),
    }
  } finally {
    await client.query('rollback')
  }
}

/** The statements that create the empty partitioned copy in the schema of partitions, with its keys. */
export function copyStatements(table: string, shape: Shape, partitionBy: string): string[] {
  const copy = `${partsSchema}.${table}`
  const whole = ` REFERENCES public.${table}(`
  return [
    `create schema if not exists ${partsSchema}`,
    `create schema if not exists ${formerSchema}`,
    `create table ${copy} (like public.${table} including all excluding indexes) partition by ${partitionBy}`,
    ...shape.keys.map(({ name, isPrimary, columns }) => {
      // A key of a partitioned table must contain the column by which it is partitioned.
      const all = columns.includes('id') ? columns : [...columns, 'id']
      return `alter table ${copy} add constraint ${name} ${isPrimary ? 'primary key' : 'unique'} (${all.join(', ')})`
    }),
    // PostgreSQL before 18 cannot add a foreign key of a partitioned table without checking all rows under a lock, so
    // this one is there from the first row on; those to other tables are added to the parts (convert.ts).
    ...shape.outgoing
      .filter(({ toItself }) => toItself)
      .map(
        ({ name, definition }) =>
          `alter table ${copy} add constraint ${name} ${definition.replace(whole, ` REFERENCES ${copy}(`)}`,
      ),
  ]
}

/** The statement that creates a part, with the storage parameters of the whole table. */
export function leafStatement(parent: string, name: string, bound: string, options: readonly string[]): string {
  const withOptions = options.length ? ` with (${options.join(', ')})` : ''
  return `create table ${partsSchema}.${name} partition of ${parent} ${bound}${withOptions}`
}

/**
 * The statements that give a partitioned table an index, from the statement that would create it on a whole one: it is
 * built on each part, under its name with the suffix of the part, and that of the whole adopts them.
 */
export function indexStatements(definition: string, table: string, parent: string, leaves: readonly string[]) {
  const [, name = ''] = /\bindex (?:concurrently )?(?:if not exists )?(\w+)/i.exec(definition) ?? []
  const on = new RegExp(`\\bon\\s+(?:public\\.)?${table}\\b`, 'i')
  const ofLeaf = (leaf: string) => `${name}_${leaf.slice(table.length + 1)}`
  return {
    onLeaves: leaves.map((leaf) => ({
      name: ofLeaf(leaf),
      sql: definition.replace(name, ofLeaf(leaf)).replace(on, `on ${partsSchema}.${leaf}`),
    })),
    onParent: definition.replace(on, `on only ${parent}`),
    adoptions: leaves.map(
      (leaf) => `alter index ${parent.replace(/\w+$/, name)} attach partition ${partsSchema}.${ofLeaf(leaf)}`,
    ),
  }
}
