import { validation } from '../../lib/errors.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'

/** Whose lines an export holds. */
export type GivenScope = { of: 'own' } | { of: 'project'; projectId: string } | { of: 'all' }

export const scopeHelp =
  'Whose lines: `own` (default); `project:<id>`, what is in a project as far as the caller may export it; `all`, for administrators.'

/** What routes, GraphQL and the command line take. */
export interface ScopeQuery {
  scope?: string | null
  /** The world within a project in place of the personal one, of an export of one's own. */
  projectId?: string | null
}

/** VALIDATION_ERROR for another word, a project's id that is none, and `projectId` beside a scope of others. */
export function readScope({ scope, projectId }: ScopeQuery): GivenScope {
  const given = scope ?? 'own'
  if (given === 'own') {
    if (projectId && !isUuid(projectId)) throw validation([{ field: 'projectId', message: 'must be a UUID' }])
    return { of: 'own' }
  }
  if (projectId) throw validation([{ field: 'projectId', message: 'names the world of an export of scope own' }])
  if (given === 'all') return { of: 'all' }
  const id = /^project:(.*)$/s.exec(given)?.[1]
  if (!isUuid(id)) throw validation([{ field: 'scope', message: 'must be own, project:<id of a project> or all' }])
  return { of: 'project', projectId: normalUuid(id) }
}
