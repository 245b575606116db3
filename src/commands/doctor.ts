import type { Variable } from '@parallax/shared/config-rows.js'
import { ConfigError, readConfig, type Config } from '../config.js'
import { variables } from '../config-variables.js'
import { baseline } from '../embedded/baseline.js'
import { installationEnvironment } from './database.js'
import { checkParts } from './doctor-checks.js'
import type { Finding } from './finding.js'
import { failure } from './remote.js'

const marks = { ok: 'ok   ', note: 'note ', fault: 'FAULT' }

/**
 * The command `doctor`: prints the variables, the answer of every part, and the invariants that the data breaks. Where
 * DATABASE_URL is unset, it looks at the embedded database of the data folder. Returns 1 when there is a fault.
 */
export async function doctor(): Promise<number> {
  const installation = await installationEnvironment(process.env, (line) => print([line])).catch((error: unknown) =>
    failure(error, false),
  )
  if (typeof installation === 'number') return installation
  const { env, release } = installation
  try {
    const service = await baseline()
    const ofModelService = service?.variables.filter(({ name }) => !variables.some((one) => one.name === name))
    print([
      'Variables',
      ...variableLines(env, variables),
      ...(ofModelService ? ['', 'Variables of the model service', ...variableLines(env, ofModelService)] : []),
      '',
      'Checks',
    ])
    const findings: Finding[] = []
    const add = (finding: Finding) => {
      findings.push(finding)
      print([`  ${marks[finding.state]}  ${finding.text}`])
    }
    const config = configuration(env, add)
    if (config) await checkParts(config, env === process.env || Boolean(process.env['MODEL_SERVICE_URL']), add)
    const faults = findings.filter(({ state }) => state === 'fault').length
    print(['', faults === 0 ? 'No faults.' : `${faults} fault${faults === 1 ? '' : 's'}.`])
    return faults === 0 ? 0 : 1
  } finally {
    await release()
  }
}

function configuration(env: NodeJS.ProcessEnv, add: (finding: Finding) => void): Config | null {
  try {
    const config = readConfig(env, (text) => add({ state: 'note', text }))
    add({ state: 'ok', text: 'configuration is complete' })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const text of error.faults) add({ state: 'fault', text })
    return null
  }
}

/**
 * Returns one line per variable: its value, of a secret only the length, or the default in parentheses where it is
 * unset.
 */
function variableLines(env: NodeJS.ProcessEnv, list: Variable[]): string[] {
  const width = Math.max(...variables.map(({ name }) => name.length))
  return list.map(({ name, default: byDefault, secret }) => {
    const value = env[name]
    const shown =
      value === undefined ? `(${byDefault})` : secret ? `set, ${value.length} characters` : JSON.stringify(value)
    return `  ${name.padEnd(width)}  ${shown}`
  })
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
