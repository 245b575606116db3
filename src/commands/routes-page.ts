/** What of openapi.json the page shows. */
export interface Described {
  paths: Record<string, Record<string, { summary?: string }>>
}

const nameless = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`

/**
 * The page docs/api.md with the sentence of each route, as its act or its answers say it, in the third column of its
 * row. Everything else on the page is written by hand.
 */
export function routesPage(page: string, { paths }: Described): string {
  const sentences = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { summary }]) => [nameless(method, path), summary]),
    ),
  )
  return page.replace(
    /^(\| ([A-Z]+) \| `(\/api\S*)` \|)[^|]*\|/gm,
    (row, start: string, method: string, path: string) => {
      const sentence = sentences.get(nameless(method, path))
      return sentence === undefined ? row : `${start} ${sentence} |`
    },
  )
}
