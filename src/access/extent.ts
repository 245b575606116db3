import type { Abilities, ProjectSet } from './abilities.js'
import { decided, roleOf } from './measure.js'
import { holdsIn } from './rules.js'
import type { Action, ContentType } from './vocabulary.js'

/** Which rows of a kind in a project: those of all users, only the user's own, or none. */
export type Extent = 'all' | 'own' | 'none'

/**
 * Returns which rows of the kind the user may export from the project, by the same rule that `permitted` applies to a
 * single row. Measured as an access check.
 */
export function exportExtent(abilities: Abilities, kind: ContentType, projectId: string): Extent {
  const extent = extentOf(abilities, kind, projectId)
  decided({ action: 'export', resource: kind, role: roleOf(abilities) }, extent !== 'none')
  return extent
}

function extentOf(abilities: Abilities, kind: ContentType, projectId: string): Extent {
  if (holdsIn(abilities.projectsWith(kind, 'export'), projectId) && readExtent(abilities, kind, projectId) === 'all')
    return 'all'
  return holdsIn(abilities.projectsWithOwn(kind, 'export'), projectId) ? 'own' : 'none'
}

/** Returns which rows of the kind the user may read in the project; users can always read their own. */
export function readExtent(abilities: Abilities, kind: ContentType, projectId: string): Extent {
  return holdsIn(abilities.projectsWith(kind, 'read'), projectId) ? 'all' : 'own'
}

/** Returns the projects in which the user may read the rows of the kind of all users. */
export const readableProjects = (abilities: Abilities, kind: ContentType): ProjectSet =>
  abilities.projectsWith(kind, 'read')

/**
 * Returns the acts among `acts` that the user's role in the project does not grant, not even on the user's own rows.
 */
export function actsWithout<A extends Action>(
  abilities: Abilities,
  kind: ContentType,
  acts: readonly A[],
  projectId: string,
): A[] {
  return acts.filter((act) => !holdsIn(abilities.projectsWithOwn(kind, act), projectId))
}
