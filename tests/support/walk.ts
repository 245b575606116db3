import { expect } from 'vitest'
import type { Person } from './api.js'
import { made } from './workspace.js'

interface PageRead {
  nodes: { id: string }[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const selection = 'nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

/**
 * Reads the pages of a list one after the other, from the first to the last and back, checks that both ways give the
 * same, and returns the ids in the order of the list. `list` makes the operation up to the arguments of the list, which
 * begin with those of the page; `path` leads to the list in the answer.
 */
export async function walk(who: Person, list: (page: string) => string, path: string[]): Promise<string[]> {
  const read = async (page: string) => {
    const query = `{ ${list(page)} { ${selection} }`
    const open = query.split('{').length - query.split('}').length
    const data: unknown = await made(who.graph(query + '}'.repeat(open)))
    return path.reduce((one, name) => (one as Record<string, unknown>)[name], data) as PageRead
  }
  const forward: string[] = []
  let page = await read('first: 17')
  for (;;) {
    forward.push(...page.nodes.map(({ id }) => id))
    if (!page.pageInfo.hasNextPage) break
    page = await read(`first: 17, after: "${page.pageInfo.endCursor}"`)
  }
  const backward: string[] = []
  page = await read('last: 23')
  for (;;) {
    backward.unshift(...page.nodes.map(({ id }) => id))
    if (!page.pageInfo.hasPreviousPage) break
    page = await read(`last: 23, before: "${page.pageInfo.startCursor}"`)
  }
  expect(backward).toEqual(forward)
  expect(page.totalCount).toBe(forward.length)
  return forward
}

/** Reads the pages of a list of REST one after the other, and returns the ids in the order of the list. */
export async function walkRest(who: Person, path: string, query: Record<string, unknown>): Promise<string[]> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const given = Object.entries(query).map(([key, value]) => [key, String(value)])
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const page = { ...Object.fromEntries(given), first: '13', totalCount: 'true', ...(after && { after }) }
    const answer = await made(who.get(`${path}?${new URLSearchParams(page as Record<string, string>).toString()}`))
    ids.push(...answer[name].map(({ id }: { id: string }) => id))
    if (!answer.pageInfo.hasNextPage) {
      expect(answer.totalCount).toBe(ids.length)
      return ids
    }
    after = answer.pageInfo.endCursor
  }
}

/** Reads a list of REST as lines. */
export async function linesOf(who: Person, path: string, query: Record<string, unknown>): Promise<{ id: string }[]> {
  const given = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))
  const answer = await who.get(`${path}?${given.toString()}`, { accept: 'application/x-ndjson' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  if (answer.text === '') return []
  expect(answer.text.endsWith('\n')).toBe(true)
  return answer.text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string })
}

/** A value as a literal of GraphQL: keys without quotes; a word in capitals is one of an enumeration. */
export const literal = (value: unknown): string =>
  value !== null && typeof value === 'object'
    ? `{ ${Object.entries(value)
        .map(([key, one]) => `${key}: ${literal(one)}`)
        .join(', ')} }`
    : typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value)
      ? value
      : JSON.stringify(value)

/** A repeatable sequence of numbers from 0 to 1, and a choice by it. */
export function random(seed: number) {
  let state = seed
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  return { next, oneOf: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]! }
}
