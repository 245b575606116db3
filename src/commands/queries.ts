import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { annotationsOfVideo } from '../annotations/annotation-read.sql.js'
import { branches, claimsInSummaries, claimsOfSummary } from '../claims/claim-read.sql.js'
import type { DB } from '../database/schema.js'
import { layOutSql } from '../lib/sql-layout.js'
import { summariesOf } from '../summaries/summary-read.sql.js'

/** Compiles statements and never connects to anything. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})

const isAdmin = false
const everyFilter = ['minConfidence', 'strategy', 'model', 'summaryType', 'search'] as const

/** The statements behind the documented reads, as people run them who are no administrators. */
const reads = {
  'claims-of-summary': claimsOfSummary({ isAdmin, given: [] }),
  'claims-of-summary-filtered': claimsOfSummary({ isAdmin, given: everyFilter }),
  'claim-with-branch': branches({ isAdmin, inSummary: false }),
  'claims-inside-summaries': claimsInSummaries(isAdmin),
  'summaries-of-video': summariesOf({ isAdmin, given: ['videoId'] }),
  'summary-of-video-and-persona': summariesOf({ isAdmin, given: ['videoId', 'personaId'] }),
  'annotations-of-video': annotationsOfVideo(isAdmin),
}

/** db/queries: what the records and readers send to PostgreSQL, to be looked at. */
export function queryFiles(): [string, string][] {
  return Object.entries(reads).map(([name, reading]) => [`db/queries/${name}.sql`, layOutSql(reading.sql(compiler))])
}
