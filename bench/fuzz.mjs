// npm run fuzz -- [--requests 50000] [--seed 7]: runs tests/http/fuzz.test.ts with many more requests than the suite.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string' } } })
const env = { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed ?? String(Date.now() % 2 ** 31) }
console.log(`${env.FUZZ_REQUESTS} requests, seed ${env.FUZZ_SEED}`)
spawn('npx', ['vitest', 'run', 'tests/http/fuzz.test.ts'], { env, stdio: 'inherit' }).once('exit', (code) =>
  process.exit(code ?? 1),
)
