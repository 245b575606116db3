// Every document of the example, and one with the pagination that Relay adds, through relay-compiler.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kind, parse, print } from 'graphql'
import { compile } from './compile.mjs'

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
      return [name, print({ ...one, name: { ...one.name, value: name } })]
    })
}

rmSync(folder, { recursive: true, force: true })
const modules = [...relayModules(), ['Tree', paging]]
try {
  compile(folder, modules, { language: 'typescript', eagerEsModules: true })
  process.stdout.write(`relay-compiler accepted ${modules.length} documents\n`)
} catch (error) {
  process.stderr.write(`${error.stdout}${error.stderr}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
