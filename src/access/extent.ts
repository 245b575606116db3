import type { Abilities } from './abilities.js'
import { decided, roleOf } from './measure.js'
import { holdsIn } from './rules.js'
import type { Action, ContentType } from './vocabulary.js'

/** How much of a kind in a project: everybody's rows, one's own, or none. */
export type Extent = 'all' | 'own' | 'none'

/** The rows that the user may export from the project: as `permitted` says of each of them. */
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

/** The rows that the user may read in the project; own ones are always theirs to read. */
export function readExtent(abilities: Abilities, kind: ContentType, projectId: string): Extent {
  return holdsIn(abilities.projectsWith(kind, 'read'), projectId) ? 'all' : 'own'
}

/** Those of the acts that the user's role in the project does not carry out even on rows of their own. */
export function actsWithout<A extends Action>(
  abilities: Abilities,
  kind: ContentType,
  acts: readonly A[],
  projectId: string,
): A[] {
  return acts.filter((act) => !holdsIn(abilities.projectsWithOwn(kind, act), projectId))
}
