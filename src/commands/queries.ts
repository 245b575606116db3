import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { annotationsOfVideo } from '../annotations/annotation-read.sql.js'
import { branches, claimsInSummaries, claimsOfSummary } from '../claims/claim-read.sql.js'
import type { DB } from '../database/schema.js'
import { plannedStatements } from '../graphql/run/statements.js'
import { layOutSql } from '../lib/sql-layout.js'
import { summariesOf } from '../summaries/summary-read.sql.js'

/** A query builder that only compiles statements and never connects to a database. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})

const form = 'user'
const everyFilter = ['minConfidence', 'strategy', 'model', 'summaryType', 'search'] as const

/** The statements behind the documented reads, as they run for users who are not administrators. */
const reads = {
  'claims-of-summary': claimsOfSummary({ form, names: [] }),
  'claims-of-summary-filtered': claimsOfSummary({ form, names: everyFilter }),
  'claim-with-branch': branches({ form, inSummary: false }),
  'claims-inside-summaries': claimsInSummaries(form),
  'summaries-of-video': summariesOf({ form, names: ['videoId'], written: false, part: 'whole' }),
  'summary-of-video-and-persona': summariesOf({ form, names: ['videoId', 'personaId'], written: false, part: 'whole' }),
  'annotations-of-video': annotationsOfVideo({ form, part: 'whole' }),
}

/** Stands for every argument, because the SQL does not depend on its value. */
const anyId = { id: '00000000-0000-0000-0000-000000000000' }

/**
 * Returns the files of db/queries, as pairs of path and content: the SQL that records, readers and plans send to
 * PostgreSQL, for readers to look at. The statements of an operation `x.graphql` are in `x.graphql.sql`, in the order
 * of the answer.
 */
export function queryFiles(root: string, schema: GraphQLSchema): [string, string][] {
  const folder = 'db/queries'
  const operations = readdirSync(join(root, folder)).filter((name) => name.endsWith('.graphql'))
  return [
    ...Object.entries(reads).map(([name, reading]) => [name, [reading.sql(compiler)]] as const),
    ...operations.map((name) => {
      const source = readFileSync(join(root, folder, name), 'utf8')
      return [name, plannedStatements(schema, source, anyId, compiler)] as const
    }),
  ].map(([name, statements]) => [`${folder}/${name}.sql`, statements.map(layOutSql).join('\n')])
}
