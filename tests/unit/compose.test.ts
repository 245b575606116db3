import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modelServiceVariables } from '@parallax/model-service/config-variables.js'
import { readModelServiceConfig } from '@parallax/model-service/config.js'
import { variables } from '../../src/config-variables.js'
import { readConfig } from '../../src/config.js'
import { environmentOf, interpolate, readCompose } from '../support/compose.js'

const compose = readCompose()
const services = Object.entries(compose.services)
const own = services.filter(([, service]) => service.build !== undefined)
const dockerfile = readFileSync('Dockerfile', 'utf8')
const text = readFileSync('docker-compose.yml', 'utf8')
const manual = readFileSync('docs/operations.md', 'utf8')
/** The variables that the manual (docs/operations.md) tells the operator to write into `.env`. */
const dotenv: Record<string, string> = {
  POSTGRES_PASSWORD: 'a'.repeat(48),
  REDIS_PASSWORD: 'b'.repeat(48),
  SESSION_SECRET: 'c'.repeat(64),
  API_KEY_ENCRYPTION_KEY: 'd'.repeat(64),
  ADMIN_PASSWORD: 'e'.repeat(24),
}
const referred = [...new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map((match) => match[1] ?? ''))]
const required = [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map((match) => match[1] ?? ''))]

/** Variables of the object store that both the API and the model service read. */
const store = ['OBJSTORE_BUCKET', 'OBJSTORE_REGION', 'OBJSTORE_ENDPOINT']

describe('docker-compose.yml', () => {
  it('starts with the variables that the manual has written into .env, and names each missing one', () => {
    for (const name of required) {
      expect(manual).toMatch(new RegExp(`^${name}=`, 'm'))
      const { [name]: _left, ...rest } = dotenv
      expect(() => interpolate(text, rest)).toThrow(name)
    }
    expect(required.sort()).toEqual(Object.keys(dotenv).sort())
    expect(() => interpolate(text, dotenv)).not.toThrow()
  })

  it('gives its processes variables that they know, and every process a configuration without faults', () => {
    for (const [name, service] of own) {
      const known = new Set((name === 'model-service' ? modelServiceVariables : variables).map((one) => one.name))
      if (name === 'model-service') for (const shared of store) known.add(shared)
      const unknown = Object.keys(service.environment ?? {}).filter((one) => !known.has(one))
      expect([name, unknown]).toEqual([name, []])
      const warnings: string[] = []
      const environment = environmentOf(compose, name, dotenv)
      if (name === 'model-service') readModelServiceConfig(environment)
      else readConfig({ NODE_ENV: 'production', ...environment }, (warning) => warnings.push(warning))
      expect([name, warnings]).toEqual([name, []])
    }
  })

  it('lets API and model service work with the object store that .env names', () => {
    const given = {
      ...dotenv,
      VIDEO_STORAGE_TYPE: 'objstore',
      OBJSTORE_BUCKET: 'films',
      OBJSTORE_REGION: 'eu-north-1',
      OBJSTORE_ACCESS_KEY_ID: 'key',
      OBJSTORE_SECRET_ACCESS_KEY: 'secret',
    }
    for (const [more, origin] of [
      [{}, 'https://films.s3.eu-north-1.amazonaws.com'],
      [{ OBJSTORE_ENDPOINT: 'https://s3.example.org' }, 'https://s3.example.org'],
    ] as const) {
      const of = (name: string) => environmentOf(compose, name, { ...given, ...more })
      expect(readConfig({ NODE_ENV: 'production', ...of('api') }, () => undefined).files).toMatchObject({
        type: 'objstore',
      })
      expect(readModelServiceConfig(of('model-service')).cache.origins).toEqual([origin])
    }
  })

  it('documents each of its own variables', () => {
    const known = new Set([...variables, ...modelServiceVariables].map(({ name }) => name))
    for (const name of referred) expect([name, known.has(name) || manual.includes(name)]).toEqual([name, true])
  })

  it('runs commands that exist', () => {
    const main = readFileSync('src/main.ts', 'utf8')
    for (const [name, { command = [] }] of own.filter(([name]) => name !== 'model-service'))
      expect([name, main.includes(`${command[0]}: {`) || main.includes(`'${command[0]}': {`)]).toEqual([name, true])
  })

  it('waits only for what can become true: services that are there, healthy ones that say when they are', () => {
    for (const [name, { depends_on = {} }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const found = compose.services[other]
        expect([name, other, found !== undefined]).toEqual([name, other, true])
        if (condition === 'service_healthy')
          expect([other, found?.healthcheck?.test.length]).toEqual([other, expect.any(Number)])
        if (condition === 'service_completed_successfully')
          expect([other, (found as { restart?: string }).restart]).toEqual([other, 'no'])
      }
    }
    for (const [name, service] of services.filter(([name]) => name !== 'prepare'))
      expect([name, service.healthcheck !== undefined]).toEqual([name, true])
  })

  it('mounts volumes and networks that are declared, and files that are there', () => {
    for (const [, { volumes = [], networks = [] }] of services) {
      for (const volume of volumes) {
        const source = interpolate(volume, {}).split(':')[0] ?? ''
        expect([volume, source.startsWith('.') ? existsSync(source) : source in compose.volumes]).toEqual([
          volume,
          true,
        ])
      }
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network)
    }
  })

  it('publishes the proxy and nothing else', () => {
    expect(services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name)).toEqual(['proxy'])
    expect(compose.services['proxy']?.ports?.map((port) => interpolate(port, {}))).toEqual(['127.0.0.1:3001:8080'])
    expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(/listen 8080;/)
  })

  it('agrees with the image about folders: each is made for the user that writes to it', () => {
    const made = /mkdir -p ([^\\\n]+)/.exec(dockerfile)?.[1]?.trim().split(' ') ?? []
    for (const [, { volumes = [] }] of own) {
      for (const volume of volumes) expect(made).toContain(interpolate(volume, {}).split(':')[1])
    }
    expect(dockerfile).toContain(`chown node:node ${made.join(' ')}`)
  })
})

describe('the proxy of docker-compose.yml', () => {
  it('lets videos through by REST and GraphQL, however large they are', () => {
    const conf = readFileSync('deploy/nginx.conf', 'utf8')
    for (const path of ['/api/videos/upload', '/graphql'])
      expect(conf).toMatch(
        new RegExp(`location = ${path} \\{\\s+client_max_body_size 0;\\s+proxy_request_buffering off;`),
      )
  })
})

describe('Dockerfile', () => {
  it('is given commands by the manual that get through its entry point', () => {
    const main = readFileSync('src/main.ts', 'utf8')
    const commands = [...manual.matchAll(/docker compose run [^`]*? api (\S+)/g)].map(([, command = '']) => command)
    expect(commands.length).toBeGreaterThan(0)
    for (const one of commands) expect([one, main.includes(`  ${one}: {`)]).toEqual([one, true])
  })

  it('copies files that are there', () => {
    const copies = dockerfile.split('\n').filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    expect(copies.length).toBeGreaterThan(4)
    for (const line of copies) {
      for (const source of line.split(/\s+/).slice(1, -1)) expect([line, existsSync(source)]).toEqual([line, true])
    }
  })

  it('copies every folder that the build reads, past the list of what the context leaves out', () => {
    const context = readFileSync('.dockerignore', 'utf8').split('\n')
    const build = ['build', 'stale', 'graphiql'].map((name) => readFileSync(`bin/${name}.mjs`, 'utf8')).join()
    const read = readdirSync('.', { withFileTypes: true })
      .filter((one) => one.isDirectory() && new RegExp(`\\b${one.name}(/\\w+)?['/:]`).test(build))
      .map(({ name }) => name)
    for (const folder of ['src', 'db', 'web']) expect(read).toContain(folder)
    for (const folder of read.filter((name) => !['dist', 'node_modules'].includes(name))) {
      expect([folder, dockerfile.includes(`COPY ${folder} ${folder}`), context.includes(`!${folder}`)]).toEqual([
        folder,
        true,
        true,
      ])
    }
  })

  it("installs for each image the packages of its own workspace, and Debian's ffmpeg for the model service alone", () => {
    const stages = Object.fromEntries(
      dockerfile.split(/^(?=FROM )/m).flatMap((stage) => {
        const name = / AS (\S+)/.exec(stage)?.[1]
        return name ? [[name, stage]] : []
      }),
    )
    expect(dockerfile.trim().endsWith(stages['server']?.trim() ?? '-')).toBe(true)
    for (const [name, { build }] of own) {
      const target = typeof build === 'object' ? build.target : 'server'
      const packages = /COPY --from=(\S+) \/app\/node_modules node_modules/.exec(stages[target] ?? '')?.[1] ?? ''
      const installed = /npm ci.*/.exec(stages[packages] ?? '')?.[0]
      const hasFfmpeg = stages[target]?.includes('apt-get install -y --no-install-recommends ffmpeg')
      const alone = 'npm ci --ignore-scripts --omit=dev --omit=optional --workspace='
      expect([name, installed, hasFfmpeg]).toEqual(
        name === 'model-service'
          ? [name, `${alone}model-service \\`, true]
          : [name, `${alone}shared --include-workspace-root \\`, false],
      )
    }
  })

  it('has an entry point and a default command that exist', () => {
    expect(dockerfile).toContain('ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=32", "bin/parallax.mjs"]')
    expect(existsSync('bin/parallax.mjs')).toBe(true)
    expect(dockerfile).toContain('CMD ["serve"]')
    expect(dockerfile).toContain('ENTRYPOINT ["tini", "--", "node", "model-service/dist/main.js"]')
    expect(existsSync('model-service/src/main.ts')).toBe(true)
  })
})
