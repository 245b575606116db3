// Makes what the clients of this folder need of the two contracts, in generated/: types, and the documents of Relay.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kind, parse, print } from 'graphql'

const run = (name, args = [], cwd = '.') =>
  execFileSync(resolve('node_modules/.bin', name), args, { cwd, stdio: 'pipe' })

rmSync('generated', { recursive: true, force: true })
run('openapi-ts', ['-i', '../../openapi.json', '-o', 'generated/hey-api'])
run('openapi-typescript', ['../../openapi.json', '-o', 'generated/paths.d.ts'])
run('graphql-codegen')
run('gql.tada', ['generate-output'])

// Relay compiles documents that are in modules; those of this folder are in one file.
mkdirSync('generated/relay/src', { recursive: true })
for (const definition of parse(readFileSync('src/operations.graphql', 'utf8')).definitions) {
  if (definition.kind !== Kind.OPERATION_DEFINITION) continue
  const text = `import { graphql } from 'relay-runtime'\ngraphql\`\n${print(definition)}\n\`\n`
  writeFileSync(`generated/relay/src/${definition.name.value}.js`, text)
}
cpSync('../../schema.graphql', 'generated/relay/schema.graphql')
const config = { src: './src', schema: './schema.graphql', language: 'javascript', eagerEsModules: false }
writeFileSync('generated/relay/relay.config.json', JSON.stringify(config))
writeFileSync('generated/relay/package.json', JSON.stringify({ type: 'commonjs' }))
run('relay-compiler', ['relay.config.json'], 'generated/relay')
