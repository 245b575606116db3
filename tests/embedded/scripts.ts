import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const built = join(here, '../../node_modules/.cache', `parallax-embedded-${process.pid}`)
const children: ChildProcess[] = []
let withCluster: string | undefined

/** Compiles a script of this folder, the first time, into JavaScript that plain Node can run; returns its path. */
export function buildScript(name: string): string {
  const outfile = join(built, `${basename(name, '.ts')}.mjs`)
  if (existsSync(outfile)) return outfile
  const target = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const
  buildSync({ ...target, entryPoints: [join(here, name)], outfile, logLevel: 'error' })
  return outfile
}

/** Removes the compiled scripts and the cluster, and ends processes that a failed test left running. */
export function removeScripts(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  rmSync(built, { recursive: true, force: true })
  if (withCluster) rmSync(withCluster, { recursive: true, force: true })
  withCluster = undefined
}

/** Makes a temporary folder that other accounts can enter. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-embedded-'))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Gives a data folder a database cluster as an earlier start leaves it. To make one takes longer than all the rest of a
 * start, so only those tests do that to which the first start matters.
 */
export async function giveCluster(dataDir: string): Promise<void> {
  if (!withCluster) {
    const folder = temporaryFolder()
    await (await startEmbeddedPostgres({ dataDir: folder })).stop()
    withCluster = folder
  }
  execFileSync('cp', ['-a', `${withCluster}/.`, dataDir])
}

export interface Started {
  child: ChildProcess
  output: () => string
  ended: Promise<number | string>
}

/** Starts a built script and collects what it prints; `ended` is its exit code or the signal that killed it. */
export function startScript(
  file: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; uid?: number; gid?: number; cwd?: string } = {},
): Started {
  let output = ''
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  children.push(child)
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return {
    child,
    output: () => output,
    ended: new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal ?? ''))),
  }
}
