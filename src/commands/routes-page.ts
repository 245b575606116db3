/** The part of openapi.json that the page shows. */
export interface Described {
  paths: Record<string, Record<string, { summary?: string }>>
}

const nameless = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`

const row = /^(\| ([A-Z]+) \| `(\/api\S*)` \|)[^|]*\|/gm

/** Returns the routes that have no row on the page, such as `GET /api/health`. */
export function routesWithoutRow(page: string, { paths }: Described): string[] {
  const rows = new Set([...page.matchAll(row)].map(([, , method = '', path = '']) => nameless(method, path)))
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => !rows.has(nameless(method, path)))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/**
 * Returns the page docs/api.md with the sentence of each route, from its act or its answers, in the third column of its
 * row. Everything else on the page is written by hand.
 */
export function routesPage(page: string, { paths }: Described): string {
  const sentences = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { summary }]) => [nameless(method, path), summary]),
    ),
  )
  return page.replace(row, (whole, start: string, method: string, path: string) => {
    const sentence = sentences.get(nameless(method, path))
    return sentence === undefined ? whole : `${start} ${sentence} |`
  })
}
