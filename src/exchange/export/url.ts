interface UrlFilter {
  includeInterpolated?: boolean
  includeInvisible?: boolean
  personaIds?: string[]
  videoIds?: string[]
  annotationTypes?: string[]
}

/** Path and query of an export route. */
export function exportUrl(file: string, filter: UrlFilter, projectId?: string): string {
  const query = new URLSearchParams()
  const filters = file === 'all' || file === 'annotations' ? Object.entries(filter) : []
  for (const [name, value] of filters as [string, boolean | string[] | null | undefined][]) {
    if (Array.isArray(value) ? value.length : value) query.set(name, String(value))
  }
  if (projectId && (file === 'all' || file === 'world')) query.set('projectId', projectId)
  const path = file === 'annotations' ? '/api/export' : `/api/export/${file}`
  return query.size ? `${path}?${query.toString()}` : path
}
