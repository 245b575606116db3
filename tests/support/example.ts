import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const folderOf = (name: string) => fileURLToPath(new URL(`../../examples/${name}/`, import.meta.url))
export const example = folderOf('front-end')
export const typedClients = folderOf('typed-clients')

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const isInstalled = (folder: string) =>
  changedAt(`${folder}node_modules/.package-lock.json`) > changedAt(`${folder}package-lock.json`)

/**
 * Installs the packages of an example if they are missing or older than its package-lock.json; resolves to the reason
 * if that fails, else undefined. Of suites that want them at the same time one installs them, and the others wait.
 */
export async function exampleFault(folder = example): Promise<string | undefined> {
  const lock = `${folder}.installing`
  while (!isInstalled(folder)) {
    if (!isMade(lock)) {
      await setTimeout(500)
      continue
    }
    try {
      await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
        cwd: folder,
        timeout: 240_000,
      })
      return undefined
    } catch (error) {
      return `npm ci in ${folder} did not work: ${String(error).split('\n').slice(0, 3).join(' ')}`
    } finally {
      rmSync(lock, { recursive: true })
    }
  }
  return undefined
}

/** Whether this call has made the folder. One that is older than five minutes was left by a process that was killed. */
function isMade(folder: string): boolean {
  if (Date.now() - changedAt(folder) > 300_000) rmSync(folder, { recursive: true, force: true })
  return mkdirSync(folder, { recursive: true }) !== undefined
}

/** Runs an npm script of the example; resolves to its exit code and output, also if it fails. */
export async function npmRun(script: string, cwd = example): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await run('npm', ['run', '--silent', script], {
      cwd,
      timeout: 120_000,
      maxBuffer: 16 * 1024 * 1024,
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: code ?? 1, output: `${stdout ?? String(error)}${stderr ?? ''}` }
  }
}
