import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// The only thread of a process of its own opens a pipe and waits for the other end, which is opened 12 seconds later.
const program = (pipe: string) => `
  import { openSync, promises } from 'node:fs'
  import { execFileSync } from 'node:child_process'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { threadsHang } from ${JSON.stringify(join(process.cwd(), 'dist/src/operations/health.service.js'))}
  const said = [threadsHang()]
  await sleep(100)
  const opened = promises.open(${JSON.stringify(pipe)})
  await sleep(100)
  said.push(threadsHang())
  await sleep(11_000)
  said.push(threadsHang())
  execFileSync('sh', ['-c', 'exec 3<>' + ${JSON.stringify(pipe)} + '; sleep 1'])
  await (await opened).close()
  await sleep(100)
  said.push(threadsHang())
  console.log(JSON.stringify(said))
`

it('the health check says so when the threads of the process take no task, and when they do again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-hang-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(pipe)], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      timeout: 30_000,
    })
    expect(JSON.parse(stdout)).toEqual([false, false, true, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 40_000)
