import type { Abilities } from './abilities.js'
import { readExtent } from './extent.js'
import { rolePasses } from './role-rule.js'
import { contentTypes, type ContentType } from './vocabulary.js'

/**
 * Returns whether the user may list, create and change the webhooks of the project: users who may change the project,
 * such as its owners and managers, and administrators. Webhooks for all projects (null) are for administrators only.
 */
export function managesWebhooks(abilities: Abilities, projectId: string | null): boolean {
  if (abilities.isAdmin) return true
  if (projectId === null) return false
  const held = abilities.projectRole(projectId)
  return rolePasses(abilities, { scope: 'project', type: 'project', action: 'update', role: undefined, ...held })
}

/** Returns the projects whose webhooks the user manages. */
export const webhookProjects = (abilities: Abilities): readonly string[] | 'every' =>
  abilities.isAdmin ? 'every' : abilities.projectIds.filter((id) => managesWebhooks(abilities, id))

/** Returns the kinds of content in the project of which the user may read only their own rows. */
export const onlyOwnIn = (abilities: Abilities, projectId: string | null): ContentType[] =>
  projectId === null || abilities.isAdmin
    ? []
    : contentTypes.filter((kind) => readExtent(abilities, kind, projectId) === 'own')
