import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** What depends most on graphql-js: inputs and their errors, documents, validation, and generated operations. */
const files = ['contract', 'enums', 'random-operations', 'strange-documents', 'wrong-inputs'].map(
  (name) => `tests/graphql/${name}.test.ts`,
)

describe('with graphql-js 17', () => {
  it('operations, inputs and errors are those of version 16', { timeout: 600_000 }, async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'test:graphql-17', '--', ...files], {
      // Version 16 has run the random operations of the other rounds.
      env: { ...process.env, NO_COLOR: '1', PROPERTY_RUNS: '2' },
      maxBuffer: 1 << 26,
    })
    expect(stdout).toMatch(/Test Files {2}5 passed \(5\)/)
  })
})
