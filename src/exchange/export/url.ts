import { flagNames, listNames, type GivenFilters } from './filter.js'
import type { ScopeQuery } from './scope.js'

/**
 * Path and query of an export route. A list is given once, with commas; values that commas or blanks would change are
 * given each by itself, at least two times: a parameter that is repeated holds one value each time.
 */
export function exportUrl(file: string, filters: GivenFilters, { scope, projectId }: ScopeQuery): string {
  const query = new URLSearchParams()
  if (scope && scope !== 'own') query.set('scope', scope)
  if (file === 'all' || file === 'annotations') {
    for (const name of flagNames) if (filters[name]) query.set(name, 'true')
    for (const name of listNames) {
      const given = filters[name] ?? []
      const values = typeof given === 'string' ? [given] : given
      if (values.every((one) => one !== '' && one === one.trim() && !one.includes(','))) {
        if (values.length) query.set(name, values.join(','))
      } else for (const one of values.length > 1 ? values : [...values, ...values]) query.append(name, one)
    }
  }
  if (projectId && (file === 'all' || file === 'world')) query.set('projectId', projectId)
  const path = file === 'annotations' ? '/api/export' : `/api/export/${file}`
  return query.size ? `${path}?${query.toString()}` : path
}
