import type { Context } from '../context.js'
import { forbidden } from '../lib/errors.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { decided } from './measure.js'
import type { Action, GroupRole, ProjectRole, ResourceType } from './vocabulary.js'

/** What the routes of groups and projects ask beside the table (PM-09). */
interface RouteRule {
  /** Roles that the route names; a role in a project must be the member's own (PR-06). Every role when left out. */
  roles?: readonly (GroupRole | ProjectRole)[]
  /** Whether the route names system_admin beside the roles. */
  adminPasses?: boolean
}

const managers = ['project_owner', 'project_manager'] as const
const admins = ['group_owner', 'group_admin'] as const

/** By scope, kind of resource and action; what has no entry is asked by no route. */
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

/** What the routes of an act ask; undefined for acts that no route asks the table about. */
export function routeRuleOf(scope: 'group' | 'project', type: ResourceType, action: Action): RouteRule | undefined {
  return routeRules[scope][type]?.[action]
}

/** An act in a group or a project, and the role of who acts. */
export interface RoleAct {
  scope: 'group' | 'project'
  type: ResourceType
  action: Action
  /** The role there, read afresh; undefined for a stranger. */
  role: string | undefined
  /** Whether it is a membership of one's own; through the owning group otherwise (PR-06). */
  direct?: boolean
}

/** Whether the route's role rule and the table's grant both hold (PM-09). */
export function rolePasses(abilities: Abilities, { scope, type, action, role, direct = true }: RoleAct): boolean {
  const { roles, adminPasses = false } = routeRuleOf(scope, type, action) ?? { roles: [] }
  if (adminPasses && abilities.isAdmin) return true
  if (role === undefined) return false
  if (roles && !(direct && roles.some((one) => one === role))) return false
  return abilities.roleGrants(scope, role, type, action)
}

/**
 * PM-09: the route's role rule and the table's grant must both hold, else FORBIDDEN. Administrators bypass the table
 * only.
 */
export async function requireRole(ctx: Context, act: RoleAct): Promise<void> {
  const { role, type, action } = act
  const abilities = await abilitiesOf(ctx)
  const label = role ?? (abilities.isAdmin ? 'system_admin' : 'none')
  if (!decided({ action, resource: type, role: label }, rolePasses(abilities, act))) throw forbidden()
}
