import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const pages = tracked.filter((path) => /\.(md|ts|tsx|mjs|sql)$/.test(path) && !/generated|CHANGELOG/.test(path))

/** A path with a folder and an ending of this project's files, as prose names it: from the top or from any folder. */
const named = /(?<![\w./@*{}~$-])(?:[\w-]+\/)+[\w.-]*\w\.(?:ts|tsx|mjs|sql|md)\b(?![\w/*-])/g
const comment = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$|^\s*--.*$/gm
/** Written by the tests. */
const made = ['coverage/routes.md']

it('comments and documents name files that exist', () => {
  const ends = new Set(
    [...tracked, ...made].flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  )
  const missing = pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8')
    const prose = page.endsWith('.md') ? [text] : (text.match(comment) ?? [])
    return prose
      .flatMap((part) => part.match(named) ?? [])
      .filter((path) => !ends.has(path))
      .map((path) => `${page}: ${path}`)
  })
  expect(missing).toEqual([])
})
