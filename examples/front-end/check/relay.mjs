// Every document of the example, and one with the pagination that Relay adds, through relay-compiler against ../../schema.graphql.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kind, parse, print } from 'graphql'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}.relay`

const paging = `
  query TreeQuery($id: ID!) { summary(id: $id) { ...Tree_summary } }
  fragment Tree_summary on Summary @refetchable(queryName: "TreePaginationQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    claimTree(first: $count, after: $cursor) @connection(key: "Tree_claimTree") { edges { depth node { id text } } }
  }`

/** Relay wants the name of an operation to start with its module's and to end with its kind. */
function relayModules() {
  const texts = readdirSync(`${root}src`)
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(`${root}src/${file}`, 'utf8')
      return [...source.matchAll(/graphql\(`([^`]+)`\)/g)].map((match) => match[1])
    })
  return texts
    .flatMap((text) => parse(text).definitions)
    .map((one) => {
      const kind = one.kind === Kind.OPERATION_DEFINITION && one.operation === 'mutation' ? 'Mutation' : 'Query'
      const name = `${one.name.value}${kind}`
      return { name, text: print({ ...one, name: { ...one.name, value: name } }) }
    })
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(`${folder}/src`, { recursive: true })
const modules = relayModules()
for (const { name, text } of [...modules, { name: 'Tree', text: paging }]) {
  writeFileSync(`${folder}/src/${name}.ts`, `import { graphql } from 'react-relay'\ngraphql\`\n${text}\n\`\n`)
}
writeFileSync(`${folder}/schema.graphql`, readFileSync(`${root}../../schema.graphql`))
writeFileSync(
  `${folder}/relay.config.json`,
  JSON.stringify({ src: './src', schema: './schema.graphql', language: 'typescript', eagerEsModules: true }),
)
try {
  execFileSync(process.execPath, [`${root}node_modules/relay-compiler/cli.js`, `${folder}/relay.config.json`], {
    cwd: folder,
    stdio: 'pipe',
  })
  process.stdout.write(`relay-compiler accepted ${modules.length + 1} documents\n`)
} catch (error) {
  process.stderr.write(`${error.stdout}${error.stderr}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
