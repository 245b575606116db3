// npm run bench [-- NAME ...]: the benchmarks of docs/performance.md, one after the other.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const all = ['claims', 'annotations', 'graphql', 'exchange', 'login-storm']
const wanted = process.argv.slice(2).length ? process.argv.slice(2) : all
for (const name of wanted) {
  if (!all.includes(name)) {
    console.error(`There is no benchmark ${name}; there are ${all.join(', ')}.`)
    process.exit(2)
  }
}
for (const name of wanted) {
  console.log(`# ${name}`)
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))], {
    stdio: 'inherit',
  })
  const code = await new Promise((done) => child.once('exit', done))
  if (code) process.exit(code)
}
