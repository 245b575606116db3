import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modelServiceVariables } from '@parallax/model-service/config-variables.js'
import { variables } from '../../src/config-variables.js'

const text = readFileSync('docs/security.md', 'utf8')
const part = text.split('## Promises to a hostile world')[1]?.split('\n## ')[0] ?? ''
const rows = part
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const known = new Set([...variables, ...modelServiceVariables].map(({ name }) => name))

describe('the table of promises in docs/security.md', () => {
  it('has rows of four filled cells, each promise once', () => {
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) expect([row[0], row.length, row.every(Boolean)]).toEqual([row[0], 4, true])
    expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length)
  })

  it.each(rows)('names a test that is there: %s', (_promise, _limit, _variable, tests) => {
    const files = (tests ?? '').split(', ')
    expect(files.filter((file) => !/^(model-service\/)?tests\/\S+\.test\.ts$/.test(file) || !existsSync(file))).toEqual(
      [],
    )
  })

  it('names variables that there are', () => {
    const named = rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})
