import { spawn } from 'node:child_process'
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
      const options = { cwd: folder, env: { PATH: path, HOME: top, ...env }, detached: true }
      return new Promise((done) => {
        const child = spawn('sh', ['-euc', code], options)
        // With all that the lines have started: a shell that is killed alone leaves it running.
        const kill = () => void process.kill(-child.pid!, 'SIGTERM')
        const timer = setTimeout(kill, 60_000)
        signal?.addEventListener('abort', kill)
        let out = ''
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text) => (out += text))
        child.once('close', (code) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', kill)
          done({ code: code ?? NaN, out })
        })
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
