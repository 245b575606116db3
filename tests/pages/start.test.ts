import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort, isAlive } from '../../src/database/launch/postmaster.js'
import { blockOf } from './blocks.js'
import { openShell, type Shell } from './shell.js'

// Runs what README.md has people begin with, in a checkout: `npm start`, the first query beside it, and the lines for a
// backup and for `doctor`.

let shell: Shell
let checkout: string
let port: number
let begun: ChildProcess
let output = ''
let ended: Promise<unknown>
let url: string

/** Makes a folder that is the checkout without data: npm runs the scripts of its package.json in it. */
function makeCheckout(name: string): string {
  const folder = shell.folder(name)
  mkdirSync(folder)
  copyFileSync('package.json', join(folder, 'package.json'))
  symlinkSync(resolve('bin'), join(folder, 'bin'))
  return realpathSync(folder)
}

/** Runs lines in the checkout, where npm runs its scripts. */
const run = (code: string, folder = checkout) => shell.run(code, folder, { PORT: String(port) })

beforeAll(async () => {
  shell = openShell()
  checkout = makeCheckout('checkout')
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  const [install, start = ''] = blockOf('README.md', 'npm ci\nnpm start').trim().split('\n')
  expect(install).toBe('npm ci')
  // On a terminal, where a first start shows the password.
  begun = spawn('script', ['-qec', start, '/dev/null'], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: checkout, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  ended = new Promise((done) => begun.once('exit', done))
  begun.stdout?.on('data', (part: Buffer) => (output += part.toString().replaceAll('\r', '')))
  await vi.waitFor(() => expect(output).toContain('Stop       Ctrl-C\n'), 100_000)
})
afterAll(async () => {
  await stop()
  shell.remove()
})

async function stop(): Promise<void> {
  if (begun.exitCode !== null || begun.signalCode !== null) return
  const running = join(checkout, '.data/parallax.pid')
  if (existsSync(running)) process.kill(Number(readFileSync(running, 'utf8').split(' ')[0]), 'SIGTERM')
  else begun.kill()
  await ended
}

describe('a first start', () => {
  it('says what README.md prints', () => {
    const printed = blockOf('README.md', 'Parallax is ready on')
    const here = printed
      .replaceAll('http://127.0.0.1:3001', url)
      .replaceAll('/srv/parallax', checkout)
      .replace(/password \S+/, 'password PASSWORD')
    const said = output.slice(output.indexOf('Parallax is ready')).replace(/password \S+/, 'password PASSWORD')
    expect(said.slice(0, here.length)).toBe(here)
  })

  it('is told in one line when it is run a second time in the folder', async () => {
    const { code, out } = await run('npm start --silent')
    expect([code, out.trim().split('\n')]).toEqual([1, [expect.stringContaining('.data')]])
  })

  it('answers the first query as README.md prints it', async () => {
    copyFileSync('tests/fixtures/videos/dust-storm.webm', join(checkout, '.data/videos/dust-storm.webm'))
    const password = /password (\S+)/.exec(output)?.[1] ?? ''
    const query = blockOf('README.md', 'curl -sSf -c jar')
      .replaceAll('http://127.0.0.1:3001', url)
      .replace(/("password":")[^"]*/, `$1${password}`)
    const printed = blockOf('README.md', '{"data":{"videos"')
    // A job reads the duration.
    await expect
      .poll(
        async () =>
          (await run(query)).out
            .trim()
            .split(/\n|(?<=\})(?=\{"data)/)
            .at(-1),
        { timeout: 90_000, interval: 1000 },
      )
      .toBe(printed.trim())
  })
})

describe('the lines for a backup', () => {
  const [backup = '', check = '', restore = ''] = blockOf('docs/operations.md', 'backup --out').trim().split('\n')

  it('save and check while everything runs, and never replace a file', async () => {
    const early = await run(check)
    expect([early.code, early.out]).toEqual([1, expect.stringMatching(/^.*parallax\.backup.*\n$/)])
    expect(await run(backup)).toMatchObject({ code: 0 })
    const saved = readFileSync(join(checkout, 'parallax.backup'))
    for (const _time of [1, 2]) expect(await run(check)).toMatchObject({ code: 0 })
    const again = await run(backup)
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('parallax.backup is there already')])
    expect(readFileSync(join(checkout, 'parallax.backup')).equals(saved)).toBe(true)
  })

  it('restore into an empty database, and into no other', async () => {
    expect(await run(restore)).toMatchObject({ code: 1 })
    const empty = makeCheckout('empty')
    copyFileSync(join(checkout, 'parallax.backup'), join(empty, 'parallax.backup'))
    expect(await run(restore, empty)).toMatchObject({ code: 0 })
  })
})

describe('doctor', () => {
  it('makes the checks that the page prints', async () => {
    const { code, out } = await run('parallax doctor')
    expect([code, out]).toEqual([0, expect.stringMatching(/\nNo faults\.\n$/)])
    const checksOf = (text: string) =>
      [...text.matchAll(/^ {2}(?:ok|note|FAULT) +((data: .*)|[^:\n]+)/gm)].map(([, name = '']) => name).sort()
    // Of the separate services that it prints, `npm start` runs the model service only when it is needed.
    const printed = checksOf(blockOf('docs/observability.md', 'No faults.')).filter((name) => name !== 'model service')
    expect(checksOf(out).filter((name) => name !== 'model service')).toEqual(printed)
  })
})

describe('what runs until it is stopped', () => {
  it('follows, and ends with the npm that started it', async () => {
    const [, password = ''] = /password (\S+)/.exec(output) ?? []
    const child = spawn('npm', ['run', '-s', 'parallax', '--', 'follow', 'copy', '--url', url, '--user', 'admin'], {
      cwd: checkout,
      env: { PATH: process.env['PATH'], HOME: checkout, PARALLAX_PASSWORD: password },
      stdio: 'ignore',
    })
    const over = new Promise((done) => child.once('exit', done))
    await expect.poll(() => existsSync(join(checkout, 'copy/copy.ndjson')), { timeout: 60_000 }).toBe(true)
    const [pid = ''] = /\d+/.exec(readFileSync(join(checkout, 'copy/lock'), 'utf8')) ?? []
    expect(isAlive(Number(pid))).toBe(true)
    child.kill('SIGTERM')
    await over
    await expect.poll(() => isAlive(Number(pid)), { timeout: 20_000 }).toBe(false)
  })

  it('is the model service alone, as its page starts it, and ends with npm too', async () => {
    const [start = ''] = blockOf('model-service/README.md', 'npm start -w').split('\n')
    const at = await freePort()
    const child = spawn('sh', ['-c', `exec ${start}`], {
      env: { ...process.env, MODEL_SERVICE_PORT: String(at), MODEL_SERVICE_VIDEO_ROOT: checkout },
      stdio: 'ignore',
    })
    const over = new Promise((done) => child.once('exit', done))
    const health = () =>
      fetch(`http://127.0.0.1:${at}/health`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(health, { timeout: 60_000 }).toBe(200)
    child.kill('SIGTERM')
    await over
    await expect.poll(health, { timeout: 20_000 }).toBe(0)
  })
})
