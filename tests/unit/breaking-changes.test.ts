import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const gone = 'Query.name was removed.'
const noGit = spawnSync('git', ['--version']).status !== 0 && 'git is not installed'
if (noGit) console.warn(`left out: the contract against that of the last release: ${noGit}`)

let folder: string
let repository: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-contract-'))
  repository = join(folder, 'repository')
  git(folder, 'init', '--quiet', repository)
})
afterEach(() => rmSync(folder, { recursive: true }))

function git(where: string, ...args: string[]): void {
  const names = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', ['-C', where, ...names, ...args], { encoding: 'utf8' })
  expect({ status, stderr: status ? stderr : '' }).toEqual({ status: 0, stderr: '' })
}

function commit(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text)
  git(repository, 'add', '.')
  git(repository, 'commit', '--quiet', '--message', 'x')
}

const version = (number: string) => ({ 'package.json': `{\n  "name": "a",\n  "version": "${number}"\n}\n` })
const contract = (fields: string) => ({
  'openapi.json': '{ "paths": {} }',
  'schema.graphql': `type Query { id: ID ${fields} }`,
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n',
})
const announcing = (line: string) => ({
  'CHANGELOG.md': `## Unreleased\n\n### Breaking\n\n- \`${line}\`\n\n## 0.1.0\n`,
})

function compared(root = repository) {
  const { status, stdout, stderr } = spawnSync('node', [resolve('bin/breaking-changes.mjs'), root], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
const withWords = (words: string, status: number, stderr = '') => ({
  status,
  stdout: expect.stringContaining(words),
  stderr: stderr ? expect.stringContaining(stderr) : '',
})

describe.skipIf(noGit)('the contract', () => {
  it('is compared with that of the newest release tag, and what breaks clients must be in the changelog', () => {
    commit({ ...version('0.1.0'), ...contract('') })
    git(repository, 'tag', 'v0.1.0')
    commit({ ...version('0.2.0'), ...contract('name: String') })
    git(repository, 'tag', 'v0.2.0')
    git(repository, 'tag', 'nightly')
    commit(contract(''))
    expect(compared()).toEqual(withWords('the tag v0.2.0', 1, gone))
    commit(announcing(gone))
    expect(compared()).toEqual(withWords('1 changes break clients, 0 of them not announced', 0))
  })

  it('forgets what earlier entries of the changelog announced', () => {
    commit({ ...version('0.1.0'), ...contract('name: String') })
    commit({
      ...contract(''),
      'CHANGELOG.md': `## Unreleased\n\n### Added\n\n## 0.1.0\n\n### Breaking\n\n- \`${gone}\`\n`,
    })
    expect(compared()).toEqual(withWords('1 of them not announced', 1, gone))
  })

  it('is compared with that of the commit that gave package.json its version where there is no tag', () => {
    commit({ ...version('0.1.0'), ...contract('') })
    commit({ ...version('0.2.0'), ...contract('name: String') })
    commit(contract('name: String more: String'))
    expect(compared()).toEqual(withWords('the last change of the version in package.json', 0))
    commit(contract(''))
    expect(compared()).toEqual(withWords('the last change of the version in package.json', 1, gone))
  })

  it('is compared with the first after that commit where there was none yet', () => {
    commit(version('0.1.0'))
    commit(contract('name: String'))
    commit(contract(''))
    expect(compared()).toEqual(withWords('the first commit with a contract since', 1, gone))
  })

  it('is compared in a shallow clone only if that reaches back far enough, and passes otherwise', () => {
    commit(version('0.0.1'))
    commit(version('0.1.0'))
    commit({ ...version('0.2.0'), ...contract('name: String') })
    commit(contract(''))
    const clone = (depth: number) => {
      const to = mkdtempSync(join(folder, 'clone-'))
      git(folder, 'clone', '--quiet', '--depth', String(depth), `file://${repository}`, to)
      return to
    }
    expect(compared(clone(1))).toEqual(withWords('this clone is shallow', 0))
    expect(compared(clone(2))).toEqual(withWords('this clone is shallow', 0))
    git(repository, 'tag', 'v0.2.0', 'HEAD~1')
    expect(compared(clone(2))).toEqual(withWords('the tag v0.2.0', 1, gone))
    git(repository, 'tag', '--delete', 'v0.2.0')
    commit(contract('other: String'))
    commit(contract(''))
    expect(compared(clone(5))).toEqual(withWords('the last change of the version', 1, gone))
  })

  it('is compared with nothing where there is no git history, also inside the repository of something else', () => {
    commit({ ...version('0.1.0'), ...contract('') })
    const plain = join(folder, 'plain')
    cpSync(repository, plain, { recursive: true })
    rmSync(join(plain, '.git'), { recursive: true })
    expect(compared(plain)).toEqual(withWords('compared with nothing: there is no git history', 0))
    cpSync(plain, join(repository, 'inside'), { recursive: true })
    expect(compared(join(repository, 'inside'))).toEqual(withWords('compared with nothing: there is no git history', 0))
  })
})
