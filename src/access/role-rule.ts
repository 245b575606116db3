import type { Context } from '../context.js'
import { forbidden } from '../lib/errors.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { measured } from './measure.js'
import type { Action, ResourceType } from './vocabulary.js'

export interface RoleRule {
  scope: 'group' | 'project'
  /** The caller's role there, read afresh; undefined for a stranger. */
  role: string | undefined
  /** Roles that the route names; every role when left out. */
  allowed?: readonly string[]
  type: ResourceType
  action: Action
  /** Whether the route names system_admin beside the roles. */
  adminPasses?: boolean
}

/** Whether the route's role rule and the table's grant both hold (PM-09). */
export function rolePasses(
  abilities: Abilities,
  { scope, role, allowed, type, action, adminPasses = false }: RoleRule,
): boolean {
  if (adminPasses && abilities.isAdmin) return true
  if (role === undefined || (allowed && !allowed.includes(role))) return false
  return abilities.roleGrants(scope, role, type, action)
}

/**
 * PM-09: the route's role rule and the table's grant must both hold, else FORBIDDEN. Administrators bypass the table
 * only.
 */
export async function requireRole(ctx: Context, rule: RoleRule): Promise<void> {
  const { role, type, action } = rule
  const abilities = await abilitiesOf(ctx)
  const label = role ?? (abilities.isAdmin ? 'system_admin' : 'none')
  const passes = await measured({ action, resource: type, role: label }, async () => rolePasses(abilities, rule))
  if (!passes) throw forbidden()
}
