// relay-compiler over documents that are not in files of the example.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Compiles documents, by the names of their modules, against ../../schema.graphql; what it makes is in the subfolder
 * src/__generated__. Throws an error with the `stdout` and `stderr` of relay-compiler if it refuses one.
 */
export function compile(folder, documents, { language, eagerEsModules }) {
  const ending = language === 'typescript' ? 'ts' : 'js'
  mkdirSync(`${folder}/src`, { recursive: true })
  for (const [name, text] of documents) {
    writeFileSync(`${folder}/src/${name}.${ending}`, `import { graphql } from 'react-relay'\ngraphql\`\n${text}\n\`\n`)
  }
  writeFileSync(`${folder}/schema.graphql`, readFileSync(`${root}../../schema.graphql`))
  writeFileSync(
    `${folder}/relay.config.json`,
    JSON.stringify({ src: './src', schema: './schema.graphql', language, eagerEsModules }),
  )
  execFileSync(process.execPath, [`${root}node_modules/relay-compiler/cli.js`, `${folder}/relay.config.json`], {
    cwd: folder,
    stdio: 'pipe',
  })
}
