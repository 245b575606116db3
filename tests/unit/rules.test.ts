import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const files = ['src', 'tests', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|sql|md)$/.test(file))
    .map((file) => `${folder}/${file}`),
)
/** Names that look like rule ids but are not. */
const noRules = new Set(['UTF-16'])

/** Returns the rule ids that a text cites, including those within a range such as `VA-01 to VA-03`. */
function citedIn(text: string): string[] {
  const single = [...text.matchAll(/\b([A-Z]{1,2}-\d{2})\b/g)].map(([, id]) => id ?? '')
  const ranges = [...text.matchAll(/\b([A-Z]{1,2})-(\d{2}) to \1-(\d{2})\b/g)].flatMap(([, area, first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, i) => `${area}-${String(Number(first) + i).padStart(2, '0')}`,
    ),
  )
  return [...single, ...ranges].filter((id) => !noRules.has(id))
}

const lines = [...readFileSync('docs/rules.md', 'utf8').matchAll(/^- ([A-Z]{1,2}-\d{2}): (.+)$/gm)]
const explained = lines.map(([, id]) => id ?? '')
const cited = new Set(
  files.filter((file) => !file.endsWith('rules.test.ts')).flatMap((file) => citedIn(readFileSync(file, 'utf8'))),
)

describe('docs/rules.md', () => {
  it('has a line for every rule that source or tests cite', () => {
    expect([...cited].filter((id) => !explained.includes(id)).sort()).toEqual([])
  })

  it('has no line that nothing cites', () => {
    expect(explained.filter((id) => !cited.has(id))).toEqual([])
  })

  it('has each rule once, as a sentence', () => {
    expect(explained.filter((id, at) => explained.indexOf(id) !== at)).toEqual([])
    expect(lines.filter(([, , sentence]) => !/^.{10,}\.$/.test(sentence ?? ''))).toEqual([])
  })
})
