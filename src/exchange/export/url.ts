import { flagNames, listNames, type GivenFilters } from './filter.js'
import type { ScopeQuery } from './scope.js'

/**
 * Builds the path and query of an export route. A list becomes one parameter with commas. If a value is empty or
 * contains a comma or surrounding blanks, each value becomes a separate parameter instead, repeated if there is only
 * one: the server uses the values of a repeated parameter unchanged.
 */
export function exportUrl(
  file: string,
  filters: GivenFilters,
  { scope, projectId, format }: ScopeQuery & { format?: string | null },
): string {
  const query = new URLSearchParams()
  if (scope && scope !== 'own') query.set('scope', scope)
  if (format) query.set('format', format)
  if (file === 'all' || file === 'annotations') {
    for (const name of flagNames) if (filters[name]) query.set(name, 'true')
    for (const name of listNames) setList(query, name, filters[name])
  }
  if (file === 'summaries') setList(query, 'reviewStates', filters.reviewStates)
  if (projectId && (file === 'all' || file === 'world')) query.set('projectId', projectId)
  const path = file === 'annotations' ? '/api/export' : `/api/export/${file}`
  return query.size ? `${path}?${query.toString()}` : path
}

function setList(query: URLSearchParams, name: string, list: readonly string[] | string | null = []): void {
  const values = typeof list === 'string' ? [list] : (list ?? [])
  if (values.every((one) => one !== '' && one === one.trim() && !one.includes(','))) {
    if (values.length) query.set(name, values.join(','))
  } else for (const one of values.length > 1 ? values : [...values, ...values]) query.append(name, one)
}
