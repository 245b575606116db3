import type { Context } from '../context.js'
import { forbidden } from '../lib/errors.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { decided } from './measure.js'
import type { Action, GroupRole, ProjectRole, ResourceType } from './vocabulary.js'

/** The requirements of the routes of groups and projects in addition to a row of the permission table (PM-09). */
interface RouteRule {
  /**
   * The roles that the route accepts; in a project the role must come from a membership of the user's own (PR-06).
   * Without this, every role is accepted.
   */
  roles?: readonly (GroupRole | ProjectRole)[]
  /** Whether the route accepts system administrators in addition to these roles. */
  adminPasses?: boolean
}

const managers = ['project_owner', 'project_manager'] as const
const admins = ['group_owner', 'group_admin'] as const

/** The rules by scope, resource type and action. No route checks an act without an entry. */
const routeRules: Readonly<
  Record<'group' | 'project', Partial<Record<ResourceType, Partial<Record<Action, RouteRule>>>>>
> = {
  project: {
    project: {
      read: { adminPasses: true },
      update: { roles: managers },
      delete: { roles: ['project_owner'], adminPasses: true },
      manage_members: { roles: managers },
    },
    video: { read: { adminPasses: true }, assign: { roles: managers, adminPasses: true } },
  },
  group: {
    group: {
      read: {},
      update: { roles: admins },
      delete: { roles: ['group_owner'], adminPasses: true },
      manage_members: { roles: admins },
    },
    project: { create: { roles: admins } },
  },
}

/**
 * Returns the requirements of the routes for an act; undefined for an act that no route looks up in the permission
 * table.
 */
export function routeRuleOf(scope: 'group' | 'project', type: ResourceType, action: Action): RouteRule | undefined {
  return routeRules[scope][type]?.[action]
}

/** An act in a group or project, with the role of the acting user. */
export interface RoleAct {
  scope: 'group' | 'project'
  type: ResourceType
  action: Action
  /** The user's role in the group or project, read for this check; undefined without one. */
  role: string | undefined
  /** Whether the role comes from a membership of the user's own (the default), not through the owning group (PR-06). */
  direct?: boolean
}

/** Returns whether both the route's role rule and the grant of the permission table hold (PM-09). */
export function rolePasses(abilities: Abilities, { scope, type, action, role, direct = true }: RoleAct): boolean {
  const { roles, adminPasses = false } = routeRuleOf(scope, type, action) ?? { roles: [] }
  if (adminPasses && abilities.isAdmin) return true
  if (role === undefined) return false
  if (roles && !(direct && roles.some((one) => one === role))) return false
  return abilities.roleGrants(scope, role, type, action)
}

/**
 * Throws FORBIDDEN unless both the route's role rule and the grant of the permission table hold (PM-09). Administrators
 * bypass only the table, unless the route accepts them as such.
 */
export async function requireRole(ctx: Context, act: RoleAct): Promise<void> {
  const { role, type, action } = act
  const abilities = await abilitiesOf(ctx)
  const label = role ?? (abilities.isAdmin ? 'system_admin' : 'none')
  if (!decided({ action, resource: type, role: label }, rolePasses(abilities, act))) throw forbidden()
}
