import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksIn, pages, requestsIn, type Block } from './blocks.js'
import { notRun } from './not-run.js'

// Every fenced block of every page, and every request within its lines, is run by a test, which asks for it by
// `blockOf(page, words)`, or is in the table of not-run.ts with the reason.

const blocks = pages.flatMap(blocksIn)
const has =
  (page: string, words: string) =>
  (block: Block): boolean =>
    block.page === page && block.code.includes(words)

interface Call {
  file: string
  page: string
  words: string
}
const quoted = String.raw`\s*(['"])((?:\\.|(?!\1).)*?)\1`
const call = new RegExp(String.raw`\bblockOf\(${quoted},${quoted.replaceAll('1', '3')},?\s*\)`, 'g')
const tests = ['tests', 'model-service/tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => `${folder}/${one}`))
  .filter((file) => file.endsWith('.test.ts'))
const calls: Call[] = tests.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(call)].map(([, , page = '', , words = '']) => ({
    file,
    page,
    words: words.replaceAll('\\n', '\n'),
  })),
)

describe('the blocks of the pages', () => {
  it('are found by reading the pages', () => {
    const fences = pages.map((page) => (readFileSync(page, 'utf8').match(/^\s*(```|~~~)/gm) ?? []).length)
    expect(blocks.length * 2).toBe(fences.reduce((sum, one) => sum + one, 0))
    expect(blocks.length).toBeGreaterThan(50)
  })

  it('each name their language', () => {
    expect(blocks.filter(({ language }) => !/^[a-z]+$/.test(language))).toEqual([])
  })

  it('are each run by a test, or in the table of those that are not', () => {
    const nowhere = [...blocks, ...pages.flatMap(requestsIn)].filter(
      (block) => ![...calls, ...notRun].some(({ page, words }) => has(page, words)(block)),
    )
    expect(nowhere.map(({ page, code }) => `${page}: ${code.split('\n')[0]}`)).toEqual([])
  })

  it('that are not run have a reason, are there, and are run by no test', () => {
    for (const { page, words, because } of notRun) {
      const found = [...blocksIn(page), ...requestsIn(page)].filter(has(page, words))
      expect([page, words, found.length, because.length > 0]).toEqual([page, words, 1, true])
      const runs = calls.filter((one) => has(one.page, one.words)(found[0]!))
      expect([page, words, runs]).toEqual([page, words, []])
    }
  })
})

/** The texts of a page that may hold commands: code within lines, and blocks for a shell. */
const commandsOf = (page: string): string[] => [
  ...[...readFileSync(page, 'utf8').matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code),
  ...blocksIn(page).flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : [])),
]

describe('the commands of the pages', () => {
  const scriptsOf = (folder: string): string[] => {
    const path = join(folder, 'package.json')
    return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')).scripts ?? {}) : []
  }
  const main = readFileSync('src/main.ts', 'utf8')
  /** What a command names, and whether it is there. */
  const kinds: [name: string, pattern: RegExp, isThere: (named: string, page: string) => boolean][] = [
    [
      'script',
      /\bnpm (?:run )?(?:-s |--silent )?(?!ci|install|link|run)([a-z][\w:-]*)/g,
      (name, page) => [...scriptsOf('.'), ...scriptsOf(dirname(page))].includes(name),
    ],
    ['file', /\bnode ((?:bin|bench)\/\S+\.mjs)/g, (path) => existsSync(path)],
    ['suite', /\bvitest run (?:--project \S+ )?([\w/][\w/.-]*)/g, (path) => tests.some((one) => one.includes(path))],
    [
      'command',
      /^(?:[A-Z_]+=\S+ )*parallax ([a-z-]+)/g,
      (name) => main.includes(`\n  ${name}: {`) || main.includes(`\n  '${name}': {`),
    ],
  ]

  it.each(kinds)('each name a %s that is there', (_kind, pattern, isThere) => {
    const named = pages.flatMap((page) =>
      commandsOf(page).flatMap((code) => [...code.matchAll(pattern)].map(([, name = '']) => ({ page, name, code }))),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter(({ name, page }) => !isThere(name, page))).toEqual([])
  })
})
