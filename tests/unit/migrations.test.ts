import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../src/database/migrate/migrate.js'
import { isInSteps, stepsOf } from '../../src/database/migrate/migration-steps.js'

// What a migration may do while the previous version still serves requests on the same database: see "Upgrades" in
// docs/operations.md.

interface Rule {
  fault: string
  breaks(statement: string, facts: Facts): boolean
}

interface Facts {
  /** Tables that this migration creates, which nobody uses yet. */
  made: Set<string>
  inSteps: boolean
  isRepeated: boolean
}

/** Returns the table that a statement is about, unless the migration itself creates that table. */
function existing(statement: string, pattern: RegExp, { made }: Facts): string | undefined {
  const name = pattern.exec(statement)?.[1]
  return name !== undefined && !made.has(name) ? name : undefined
}

const altered = /^alter table (?:if exists )?(?:only )?(\w+)/
const alters = (action: RegExp) => (statement: string, facts: Facts) =>
  existing(statement, altered, facts) !== undefined && action.test(statement)

/** The parts of an `alter table` that add a column. */
const addedColumns = (statement: string) =>
  statement.split(/(?=\badd column\b)/).filter((part) => /^add column/.test(part))

const rules: Rule[] = [
  { fault: 'drops a column', breaks: alters(/\bdrop column\b/) },
  { fault: 'renames', breaks: alters(/\brename\b/) },
  { fault: 'changes a type', breaks: alters(/\balter (?:column )?\w+ (?:set data )?type\b/) },
  { fault: 'refuses nulls in a column that is there', breaks: alters(/\bset not null\b/) },
  {
    fault: 'adds a column that the former version does not fill',
    breaks: (statement, facts) =>
      alters(/\badd column\b/)(statement, facts) &&
      addedColumns(statement).some((one) => /\bnot null\b/.test(one) && !/\b(?:default|generated)\b/.test(one)),
  },
  {
    fault: 'adds a column that rewrites the table',
    breaks: (statement, facts) =>
      alters(/\badd column\b/)(statement, facts) &&
      addedColumns(statement).some((one) =>
        /\bgenerated always as\b|\bserial\b|\bidentity\b|\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval)\b/.test(
          one,
        ),
      ),
  },
  {
    fault: 'checks all rows under a lock (add it `not valid`, validate it in a later migration or step)',
    breaks: (statement, facts) =>
      alters(/\badd (?:constraint \w+ )?(?:check|foreign key)\b/)(statement, facts) && !/\bnot valid\b/.test(statement),
  },
  {
    fault: 'builds an index for a constraint under a lock (`using index` of one built before)',
    breaks: (statement, facts) =>
      alters(/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b/)(statement, facts) &&
      !/\busing index\b/.test(statement),
  },
  { fault: 'drops a constraint', breaks: alters(/\bdrop constraint\b/) },
  {
    fault: 'drops what the former version uses',
    breaks: (statement) => /^drop (?:table|function|view|type|schema)\b/.test(statement),
  },
  {
    fault: 'builds an index under a lock (`concurrently if not exists`, in steps)',
    breaks: (statement, facts) =>
      existing(statement, /^create (?:unique )?index .*? on (?:only )?(\w+)/, facts) !== undefined &&
      !(facts.inSteps && /^create (?:unique )?index concurrently if not exists\b/.test(statement)),
  },
  {
    fault: 'drops an index under a lock (`concurrently if exists`, in steps)',
    breaks: (statement, { inSteps }) =>
      /^drop index\b/.test(statement) && !(inSteps && /^drop index concurrently if exists\b/.test(statement)),
  },
  {
    fault: 'changes the rows of a table in one go (in steps, `-- until no row`, with a limit)',
    breaks: (statement, facts) =>
      existing(statement, /^(?:with .*)?(?:update|delete from) (?:only )?(\w+)/, facts) !== undefined &&
      !(facts.isRepeated && /\blimit \d+\b/.test(statement)),
  },
  {
    fault: 'locks or rewrites a whole table',
    breaks: (statement) => /^(?:lock|truncate|vacuum full|cluster|reindex (?!.*concurrently))\b/.test(statement),
  },
]

const plain = (sql: string) =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the rules that a migration breaks, each once. */
function faultsOf(sql: string): string[] {
  const made = new Set(
    [...plain(sql).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, name = '']) => name),
  )
  const inSteps = isInSteps(sql)
  const statements = inSteps
    ? stepsOf(sql).map((step) => ({ text: plain(step.sql), isRepeated: step.isRepeated }))
    : plain(sql)
        .split(';')
        .map((text) => ({ text: text.trim(), isRepeated: false }))
  const broken = rules.filter(({ breaks }) =>
    statements.some(({ text, isRepeated }) => breaks(text, { made, inSteps, isRepeated })),
  )
  return broken.map(({ fault }) => fault.replace(/ \(.*/, ''))
}

/** Older migrations that break the rules: they are already applied everywhere, or run on an empty database. */
const before: Record<string, string[]> = {
  '0021_access_versions_in_order.sql': ['drops what the former version uses'],
  '0040_annotation_text_indexes.sql': ['builds an index under a lock', 'drops an index under a lock'],
  '0050_exchange.sql': ['adds a column that rewrites the table', 'builds an index under a lock'],
  '0090_search.sql': ['builds an index under a lock'],
  '0100_job_types.sql': ['checks all rows under a lock', 'drops a constraint'],
  '0102_closing_assignments.sql': ['changes the rows of a table in one go'],
  '0103_claims_below_in_summary.sql': ['builds an index under a lock', 'drops an index under a lock'],
  '0104_share_parents.sql': ['builds an index under a lock', 'changes the rows of a table in one go'],
  '0120_job_turns.sql': ['builds an index under a lock'],
  '0140_standing_assignments.sql': ['builds an index under a lock', 'changes the rows of a table in one go'],
  '0141_login_networks.sql': ['builds an index under a lock', 'changes the rows of a table in one go'],
  '0156_removed_users.sql': ['checks all rows under a lock'],
  '0160_project_exports.sql': ['builds an index under a lock'],
  '0165_jobs_of_the_system.sql': ['builds an index under a lock'],
  '0171_true_frames.sql': [
    'checks all rows under a lock',
    'builds an index under a lock',
    'changes the rows of a table in one go',
  ],
  '0190_annotations_in_window.sql': ['builds an index under a lock'],
}

describe('a migration', () => {
  it('leaves the former version at work, from 0195 on', () => {
    const found = readMigrations().map(({ name, sql }) => [name, faultsOf(sql)] as const)
    expect(Object.fromEntries(found.filter(([, faults]) => faults.length))).toEqual(before)
    expect(Object.keys(before).filter((name) => name >= '0195')).toEqual([])
  })

  it.each([
    ['alter table claims drop column comment', 'drops a column'],
    ['alter table claims rename column text to words', 'renames'],
    ['alter table claims alter column text type varchar(9)', 'changes a type'],
    ['alter table claims alter text set data type varchar(9)', 'changes a type'],
    ['alter table claims alter column comment set not null', 'refuses nulls in a column that is there'],
    [
      'alter table claims add column a int, add column b int not null',
      'adds a column that the former version does not fill',
    ],
    ['alter table claims add column a uuid default gen_random_uuid()', 'adds a column that rewrites the table'],
    ['alter table claims add constraint c check (text <> $$a;b$$)', 'checks all rows under a lock'],
    ['alter table claims add foreign key (project_id) references projects', 'checks all rows under a lock'],
    ['alter table claims add constraint c unique (text)', 'builds an index for a constraint under a lock'],
    ['alter table claims drop constraint c', 'drops a constraint'],
    ['drop table claims', 'drops what the former version uses'],
    ['create index c on claims (text)', 'builds an index under a lock'],
    ['create index concurrently if not exists c on claims (text)', 'builds an index under a lock'],
    ['-- in steps\ncreate index concurrently c on claims (text)', 'builds an index under a lock'],
    ['drop index c', 'drops an index under a lock'],
    ['update claims set comment = null', 'changes the rows of a table in one go'],
    [
      '-- in steps\ndelete from claims where id in (select id from claims limit 100)',
      'changes the rows of a table in one go',
    ],
    ['lock table claims', 'locks or rewrites a whole table'],
  ])('is found wanting: %s', (sql, fault) => {
    expect(faultsOf(`${sql};\n`)).toEqual([fault])
  })

  it.each([
    'create table notes (id uuid primary key); create index notes_x on notes (id); alter table notes add check (id is not null)',
    'alter table claims add column a int not null default 0, add column b text',
    'alter table claims add constraint c check (a > 0) not valid',
    '-- in steps\n-- Why.\ncreate unique index concurrently if not exists c on claims (text);\ndrop index concurrently if exists d;\n',
    '-- in steps\n-- until no row\nupdate claims set a = 1 where id in (select id from claims where a is null limit 1000);\n',
    `comment on table claims is 'we never drop table claims; or lock it'`,
    'alter table claims set (autovacuum_vacuum_scale_factor = 0.02)',
    'create or replace function f() returns trigger language plpgsql as $$ begin update claims set a = 1; end $$',
  ])('is let through: %s', (sql) => {
    expect(faultsOf(sql)).toEqual([])
  })
})
