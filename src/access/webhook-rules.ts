import type { Abilities } from './abilities.js'
import { readExtent } from './extent.js'
import { rolePasses } from './role-rule.js'
import { contentTypes, type ContentType } from './vocabulary.js'

/**
 * Whether the user may have webhooks about the project, and see and change those that there are: its owners and
 * managers, whoever may change it, and administrators. About everything (null) administrators alone.
 */
export function managesWebhooks(abilities: Abilities, projectId: string | null): boolean {
  if (abilities.isAdmin) return true
  if (projectId === null) return false
  const held = abilities.projectRole(projectId)
  return rolePasses(abilities, { scope: 'project', type: 'project', action: 'update', role: undefined, ...held })
}

/** The projects whose webhooks the user manages. */
export const webhookProjects = (abilities: Abilities): readonly string[] | 'every' =>
  abilities.isAdmin ? 'every' : abilities.projectIds.filter((id) => managesWebhooks(abilities, id))

/** The kinds of content in the project of which the user may read only what is theirs. */
export const onlyOwnIn = (abilities: Abilities, projectId: string | null): ContentType[] =>
  projectId === null || abilities.isAdmin
    ? []
    : contentTypes.filter((kind) => readExtent(abilities, kind, projectId) === 'own')
