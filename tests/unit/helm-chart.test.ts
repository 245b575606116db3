import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { variables } from '../../src/config-variables.js'

const chart = 'deploy/helm/parallax'
const read = (file: string) => readFileSync(`${chart}/${file}`, 'utf8')
const templates = readdirSync(`${chart}/templates`).map((name) => ({ name, text: read(`templates/${name}`) }))
const all = templates.map(({ text }) => text).join('\n')
const values = parse(read('values.yaml')) as Record<string, unknown>

function hasHelm(): boolean {
  try {
    execFileSync('helm', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the dotted paths of all keys: `['a', 'a.b', 'c']` for `{ a: { b: 1 }, c: {} }`. */
function pathsOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const isTree = value !== null && typeof value === 'object' && !Array.isArray(value)
    return [prefix + key, ...(isTree ? pathsOf(value as object, `${prefix}${key}.`) : [])]
  })
}

describe('the Helm chart', () => {
  it('takes every value that it uses from values.yaml', () => {
    const known = new Set(pathsOf(values))
    const used = [...all.matchAll(/\$?\.Values\.([\w.]+)/g)].map(([, path = '']) => path)
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((path) => !known.has(path))).toEqual([])
    const top = new Set(used.map((path) => path.split('.')[0]))
    expect(Object.keys(values).filter((key) => !top.has(key))).toEqual([])
  })

  it('closes every block, and includes what is defined', () => {
    for (const { name, text } of templates) {
      const actions = [...text.matchAll(/\{\{-?\s*(if|range|with|define|end)\b/g)].map(([, word]) => word)
      const ends = actions.filter((word) => word === 'end').length
      expect(actions.length - ends, name).toBe(ends)
    }
    const defined = [...all.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name)
    const included = [...all.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name)
    expect(included.filter((name) => !defined.includes(name))).toEqual([])
  })

  it('sets variables that there are', () => {
    const names = new Set(variables.map(({ name }) => name))
    const data = read('templates/configmap.yaml').split('\ndata:\n')[1] ?? ''
    const set = [...data.matchAll(/^ +([A-Z_]+):/gm)].map(([, name = '']) => name)
    expect(set.length).toBeGreaterThan(8)
    expect([...set, ...Object.keys(values['env'] as object)].filter((name) => !names.has(name))).toEqual([])
  })

  it('starts commands that there are, and asks at addresses that answer', () => {
    const commands = [...all.matchAll(/args: \[([\w-]+)\]/g)].map(([, name = '']) => name)
    expect(commands.sort()).toEqual(['seed', 'serve', 'worker'])
    const main = readFileSync('src/main.ts', 'utf8')
    for (const name of commands) expect(main).toMatch(new RegExp(`^  '?${name}'?: \\{`, 'm'))
    const paths = new Set([...all.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, path]) => path))
    expect([...paths].sort()).toEqual(['/api/health', '/api/health/ready', '/health', '/metrics'])
    const api = readFileSync('docs/api.md', 'utf8')
    for (const path of ['/api/health', '/api/health/ready']) expect(api).toContain(`\`${path}\``)
  })

  it('scales by metrics that the rules of the Prometheus adapter make from those that the server reports', () => {
    const rules = parse(readFileSync('deploy/prometheus-adapter.yml', 'utf8')).rules
    const served = [...rules.external, ...rules.custom].map((rule: any) => rule.name.as)
    const asked = [...read('templates/autoscaling.yaml').matchAll(/metric: \{ name: (\w+) \}/g)].map(([, name]) => name)
    expect(asked.sort()).toEqual(served.sort())
    const reported = readFileSync('docs/observability.md', 'utf8')
    for (const { seriesQuery } of [...rules.external, ...rules.custom]) {
      const instrument = seriesQuery.replace(/\{.*/, '').replace(/_sum$/, '').replaceAll('_', '.')
      expect(reported).toContain(`| \`${instrument}\` |`)
    }
  })

  it('names the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(parse(read('Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'parallax', appVersion: version })
  })

  it.skipIf(!hasHelm())('is found right by helm, and rendered with and without all its parts', () => {
    execFileSync('helm', ['lint', '--strict', chart])
    const rendered = execFileSync('helm', ['template', 'mine', chart, '--set', 'ingress.enabled=true'], {
      encoding: 'utf8',
    })
    expect(rendered).toContain('kind: Ingress')
  })

  it('keeps the addresses of other Services out of its variables: one named redis would set REDIS_PORT', () => {
    const pod = read('templates/_helpers.tpl').split('define "parallax.pod"')[1]?.split('define "')[0]
    expect(pod).toContain('enableServiceLinks: false')
    for (const one of templates.filter((template) => template.text.includes('containers:')))
      expect([one.name, one.text.includes('include "parallax.pod"')]).toEqual([one.name, true])
  })

  it('tells the model service of the object store, and lets it go there', () => {
    const deployment = read('templates/model-service.yaml')
    expect(deployment).toMatch(/envFrom:\n +- configMapRef:\n +name: \{\{ include "parallax\.name"/)
    // Keys of providers and of the store come from a Secret of its own.
    expect(deployment).toMatch(/with \.Values\.modelService\.existingSecret \}\}\n +- secretRef:/)
    expect(read('templates/network.yaml')).toMatch(/or \.Values\.modelService\.callsProviders/)
    expect(read('templates/network.yaml')).toMatch(/hasKey \.Values\.env "OBJSTORE_BUCKET"[^]*egress: \[\{\}\]/)
  })

  it('lets the controller of an Ingress in from its namespace, and brings back the variables of a rollback', () => {
    expect(read('templates/network.yaml')).toMatch(/if \.Values\.ingress\.enabled \}\}[^{]*- namespaceSelector: \{\}/)
    expect(read('templates/configmap.yaml')).toMatch(/helm\.sh\/hook: pre-install,pre-upgrade,pre-rollback\n/)
  })
})
