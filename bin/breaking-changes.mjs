// Prints the changes of openapi.json and schema.graphql since the last release that break clients and that the top
// entry of CHANGELOG.md does not list under "Breaking"; exits with 1 when there are any.
// Usage: node bin/breaking-changes.mjs [root of the repository]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, findBreakingChanges } from 'graphql'
import { breakingChanges } from './openapi-breaking.mjs'

const [root = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2)
const contract = ['openapi.json', 'schema.graphql']

/** What git prints, without the last line break; null where it fails or is not installed. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout.trimEnd() : null
}

/**
 * The commit whose contract clients know, and which one that is, in words: that of the newest release tag; without
 * tags, the one that gave package.json its version; or the first after it that has both documents. Without a commit
 * where the history does not say.
 */
function lastRelease() {
  // The prefix is empty at the root of a repository; in a folder of another repository it is not.
  if (git('rev-parse', '--show-prefix') !== '') return { words: 'there is no git history here' }
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  const released = tag ?? git('log', '-1', '--format=%H', '-G', '^  "version":', '--', 'package.json')
  if (!released) return { words: 'no commit gives package.json a version' }
  // The oldest commit of a shallow clone seems to have written every file.
  if (
    !tag &&
    git('rev-parse', '--is-shallow-repository') === 'true' &&
    git('log', '-1', '--format=%P', released) === ''
  )
    return { words: 'this clone is shallow: it has no release tag, and ends before the last change of the version' }
  const later = git('log', '--reverse', '--format=%H', `${released}..HEAD`, '--', ...contract)?.split('\n') ?? []
  const commit = [released, ...later].find((one) =>
    contract.every((path) => git('cat-file', '-e', `${one}:${path}`) !== null),
  )
  if (!commit) return { words: 'no commit since the last release has openapi.json and schema.graphql' }
  const what = tag ? `the tag ${tag}` : 'the last change of the version in package.json'
  return {
    commit,
    words: `${commit === released ? '' : 'the first commit with a contract since '}${what} (${git('log', '-1', '--format=%h of %as', commit)})`,
  }
}

/** The lines in code marks under "Breaking" in the top entry of CHANGELOG.md. */
function announcedChanges() {
  const [, entry = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const breaking = entry.split(/^### /m).find((part) => part.startsWith('Breaking\n')) ?? ''
  return [...breaking.matchAll(/^- `([^`]+)`/gm)].map(([, line]) => line)
}

const { commit, words } = lastRelease()
if (!commit) {
  console.log(`The contract was compared with nothing: ${words}.`)
} else {
  const [openapi, schema] = contract.map((path) => [
    git('show', `${commit}:${path}`),
    readFileSync(join(root, path), 'utf8'),
  ])
  const changes = [
    ...breakingChanges(...openapi.map((text) => JSON.parse(text))),
    ...findBreakingChanges(...schema.map((text) => buildSchema(text))).map(({ description }) => description),
  ]
  const announced = announcedChanges()
  const silent = changes.filter((one) => !announced.includes(one))
  console.log(
    `The contract was compared with that of ${words}: ${changes.length} changes break clients, ${silent.length} of them not announced.`,
  )
  for (const one of silent) process.stderr.write(`${one}\n`)
  if (silent.length) process.stderr.write('List these under "### Breaking" in the top entry of CHANGELOG.md.\n')
  process.exitCode = silent.length ? 1 : 0
}
