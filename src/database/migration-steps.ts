/**
 * A migration whose first line is this runs without a transaction around it, statement by statement, beside a server at
 * work. Each statement must bear being run again, such as `create index concurrently if not exists`.
 */
const inSteps = '-- in steps'
/** Stands alone in the line before a statement that changes some thousand rows and is run until it finds none. */
const repeated = '-- until no row'

export interface Step {
  sql: string
  /** The same as it may stand in a transaction. */
  plainSql: string
  isRepeated: boolean
  /** The index that it builds concurrently. */
  index?: string
}

export const isInSteps = (sql: string): boolean => sql.startsWith(`${inSteps}\n`)

/** The statements of such a migration; each ends with a semicolon at the end of a line. */
export function stepsOf(sql: string): Step[] {
  return sql
    .split(/;[ \t]*(?:\n|$)/)
    .map((text) => ({ isRepeated: text.split('\n').includes(repeated), sql: withoutComments(text) }))
    .filter(({ sql: one }) => one !== '')
    .map(({ isRepeated, sql: one }) => {
      const [, index] = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(one) ?? []
      return {
        sql: one,
        plainSql: one.replace(/\bindex\s+concurrently\b/i, 'index'),
        isRepeated,
        ...(index !== undefined && { index }),
      }
    })
}

const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '').trim()
