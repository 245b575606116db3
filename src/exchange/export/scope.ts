import { validation } from '../../lib/errors.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'

/** The scope of an export: whose lines it contains. */
export type GivenScope = { of: 'own' } | { of: 'project'; projectId: string } | { of: 'all' }

export const scopeHelp =
  'Whose lines: `own` (default); `project:<id>`, what is in a project as far as the caller may export it; `all`, for administrators.'

/** The descriptions of the same in GraphQL, where the project of a scope has an argument of its own. */
export const scopeInGraphQL = 'Whose content; OWN when absent.'
export const projectInGraphQL =
  'With the scope PROJECT: ID of the project. With OWN: ID of the project whose world is meant, instead of the personal one.'

/** The scope as routes, GraphQL and the command line receive it. */
export interface ScopeQuery {
  scope?: string | null
  /** For `project`: the id of the project. For `own`: the id of a project whose world is exported instead. */
  projectId?: string | null
}

/**
 * Parses the scope. Throws VALIDATION_ERROR for an unknown word, for a malformed project id, and for `projectId` with
 * any scope other than `own`.
 */
export function readScope({ scope, projectId }: ScopeQuery): GivenScope {
  const scopeName = scope ?? 'own'
  if (scopeName === 'own') {
    if (projectId && !isUuid(projectId)) throw validation([{ field: 'projectId', message: 'must be a UUID' }])
    return { of: 'own' }
  }
  if (scopeName === 'project' && isUuid(projectId)) return { of: 'project', projectId: normalUuid(projectId) }
  if (projectId) throw validation([{ field: 'projectId', message: 'names the world of an export of scope own' }])
  if (scopeName === 'all') return { of: 'all' }
  const id = /^project:(.*)$/s.exec(scopeName)?.[1]
  if (!isUuid(id)) throw validation([{ field: 'scope', message: 'must be own, project:<id of a project> or all' }])
  return { of: 'project', projectId: normalUuid(id) }
}

/** Returns the scope as routes and stored exports have it. */
export const scopeText = (scope: GivenScope): string =>
  scope.of === 'project' ? `project:${scope.projectId}` : scope.of
