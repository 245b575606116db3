import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Person } from '../support/api.js'

// Runs lines for a shell as they stand on a page. The command `parallax` is there as after `npm link`.

/** What lines for a shell came to: their exit code, and what they printed to both outputs. */
export interface Outcome {
  code: number
  out: string
}

export interface Shell {
  /** A folder that holds nothing else. */
  folder(name: string): string
  /** Runs lines in a folder; the first that fails ends them, and so does the signal. */
  run(code: string, folder: string, env: Record<string, string>, signal?: AbortSignal): Promise<Outcome>
  remove(): void
}

export function openShell(): Shell {
  const top = mkdtempSync(join(tmpdir(), 'parallax-pages-'))
  const programs = join(top, '.bin')
  mkdirSync(programs)
  symlinkSync(resolve('bin/parallax.mjs'), join(programs, 'parallax'))
  const path = [programs, dirname(process.execPath), process.env['PATH']].join(delimiter)
  return {
    folder: (name) => join(top, name),
    run(code, folder, env, signal) {
      mkdirSync(folder, { recursive: true })
      const options = { cwd: folder, env: { PATH: path, HOME: top, ...env }, timeout: 60_000, signal }
      return new Promise((done) => {
        execFile('sh', ['-euc', code], options, (error, out, err) =>
          done({ code: error ? Number(error.code) : 0, out: out + err }),
        )
      })
    },
    remove: () => rmSync(top, { recursive: true }),
  }
}

/** The variables that the pages have people set for the server at `url`. */
export const variablesOf = (who: Person, url: string) => ({
  PARALLAX_URL: url,
  PARALLAX_USER: who.username,
  PARALLAX_PASSWORD: 'password-1',
})
