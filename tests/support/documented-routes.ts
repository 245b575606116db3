import { readFileSync } from 'node:fs'

export interface DocumentedRoute {
  method: string
  path: string
  /** Who may call, in the words of docs/api.md. */
  who: string
  success: number[]
  refusals: number[]
}

/** The routes in the tables of docs/api.md. */
export const documentedRoutes: DocumentedRoute[] = [
  ...readFileSync('docs/api.md', 'utf8').matchAll(
    /^\| ([A-Z]+) \| `(\/api\S*)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm,
  ),
].map(([, method = '', path = '', who = '', success = '', refusals = '']) => ({
  method,
  path,
  who: who.trim(),
  success: statuses(success).filter((status) => status < 400),
  refusals: statuses(refusals),
}))

function statuses(text: string): number[] {
  return [...text.replace(/`[^`]*`/g, '').matchAll(/\b[2345]\d\d\b/g)].map(([status]) => Number(status))
}
