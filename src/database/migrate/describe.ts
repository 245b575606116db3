import type pg from 'pg'
import { onConnection } from '../driver/on-connection.js'

/** Returns a Markdown page about a migrated database: its tables with their columns, constraints and indexes. */
export async function describeSchema(url: string): Promise<string> {
  return onConnection({ connectionString: url }, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
    )
    const parts = ['# Database schema', '', 'Generated from the migrated database by `npm run generate`.']
    for (const { name } of tables) parts.push('', `## ${name}`, '', ...(await describeTable(client, name)))
    return parts.join('\n') + '\n'
  })
}

async function describeTable(client: pg.Client, table: string): Promise<string[]> {
  const { rows: columns } = await client.query<{
    name: string
    type: string
    nullable: boolean
    fallback: string | null
  }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            pg_get_expr(d.adbin, d.adrelid) as fallback
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = $1::regclass and contype <> 'n' order by contype, conname`,
    [table],
  )
  const { rows: indexes } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
      order by 1`,
    [table],
  )
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
  return [
    '| column | type | null | default |',
    '|---|---|---|---|',
    ...columns.map(
      ({ name, type, nullable, fallback }) =>
        `| ${name} | ${type} | ${nullable ? 'yes' : ''} | ${cell(fallback ?? '')} |`,
    ),
    '',
    ...constraints.map(({ name, definition }) => `- \`${name}\` ${cell(definition)}`),
    ...indexes.map(({ definition }) => `- ${cell(definition)}`),
  ]
}
