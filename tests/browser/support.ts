import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const run = promisify(execFile)
const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const example = fileURLToPath(new URL('../../examples/front-end/', import.meta.url))
export const browserPath = places.find((path) => path && existsSync(path))

/** Whether a suite is skipped, which is when there is a reason; prints the reason. */
export function leftOut(reason: string | undefined, what: string): boolean {
  if (reason) process.stderr.write(`Skipped: ${what}: ${reason}\n`)
  return reason !== undefined
}

export const noBrowser = browserPath
  ? undefined
  : `no Chromium at ${places.slice(1).join(', ')}; CHROMIUM_PATH may name one`

let opened: Promise<Browser> | undefined

/**
 * The browser of this process: suites that follow each other share one, since to start it takes most of a second. It
 * ends with the process, whose pipe it is driven through.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: browserPath ?? '',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  // After a crash, which fails the suite that meets it, the next suite gets a new one.
  void opened.then((browser) => browser.once('disconnected', () => (opened = undefined)))
  return opened
}

/** Closes all windows, at the end of a suite. */
export async function closeWindows(): Promise<void> {
  await Promise.all((await opened)?.contexts().map((context) => context.close()) ?? [])
}

/** Installs the packages of the example if they are missing; resolves to the reason if that fails, else undefined. */
export async function exampleFault(): Promise<string | undefined> {
  if (existsSync(`${example}node_modules/.package-lock.json`)) return undefined
  try {
    await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: example, timeout: 240_000 })
    return undefined
  } catch (error) {
    return `npm ci in examples/front-end did not work: ${String(error).split('\n').slice(0, 3).join(' ')}`
  }
}

/** Runs an npm script of the example; resolves to its exit code and output, also if it fails. */
export async function npmRun(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await run('npm', ['run', '--silent', script, '--', ...args], {
      cwd: example,
      timeout: 120_000,
      maxBuffer: 16 * 1024 * 1024,
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: code ?? 1, output: `${stdout ?? String(error)}${stderr ?? ''}` }
  }
}
