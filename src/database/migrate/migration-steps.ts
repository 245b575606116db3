/**
 * The first line of a migration that runs without a transaction around it, statement by statement, while servers use
 * the database. Each statement must be repeatable, such as `create index concurrently if not exists`.
 */
const inSteps = '-- in steps'
/** The line before a statement that changes some thousand rows at a time and is repeated until it changes none. */
const repeated = '-- until no row'

export interface Step {
  sql: string
  /** The same statement in a form that can run inside a transaction (without CONCURRENTLY). */
  plainSql: string
  isRepeated: boolean
  /** The index that it builds concurrently. */
  index?: { name: string; table: string }
  /** The name of the index that it drops concurrently. */
  dropped?: string
}

/** Returns whether a migration is marked to run in steps. */
export const isInSteps = (sql: string): boolean => sql.startsWith(`${inSteps}\n`)

/** Returns the statements of a migration in steps; each ends with a semicolon at the end of a line. */
export function stepsOf(sql: string): Step[] {
  return sql
    .split(/;[ \t]*(?:\n|$)/)
    .map((text) => ({ isRepeated: text.split('\n').includes(repeated), sql: withoutComments(text) }))
    .filter((step) => step.sql !== '')
    .map(({ isRepeated, sql: text }) => {
      const [, name, table = ''] =
        /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s+(\w+)/i.exec(text) ?? []
      const [, dropped] = /^drop\s+index\s+concurrently\s+if\s+exists\s+(\w+)$/i.exec(text) ?? []
      return {
        sql: text,
        plainSql: text.replace(/\bindex\s+concurrently\b/i, 'index'),
        isRepeated,
        ...(name !== undefined && { index: { name, table } }),
        ...(dropped !== undefined && { dropped }),
      }
    })
}

const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '').trim()
