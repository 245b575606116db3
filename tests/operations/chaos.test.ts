import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'

describe('an installation whose parts are killed at random', () => {
  it('keeps every acknowledged write, half of no import, ends each job once and comes back by itself', async () => {
    const args = ['bench/chaos.mjs', '--minutes', '0.6', '--seed', '3']
    const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
      execFile(process.execPath, args, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      )
    })
    expect([code, output]).toEqual([0, expect.stringContaining('Every promise was kept.')])
    // Six kinds of parts are killed in turn; on a busy machine the run may end before the last ones.
    expect(output.match(/^(API|worker|model service|backend|postmaster|everything) +[1-9]/gm)?.length).toBeGreaterThan(
      2,
    )
  }, 300_000)
})
