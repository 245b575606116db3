import { routeRuleOf } from './role-rule.js'
import {
  actions,
  contentTypes,
  reviewedTypes,
  type Action,
  type ContentType,
  type ResourceType,
  type Scope,
} from './vocabulary.js'

/** A row of the permission table. */
export interface Row {
  scope: Scope
  role: string
  resourceType: ResourceType
  action: Action
  ownOnly: boolean
}

type Refusal = { field: string; message: string }

/**
 * Returns the actions on content of a project that access rules look up in the permission table; a row for `manage`
 * includes all of them.
 */
export function contentActs(kind: ContentType): readonly Action[] {
  const acts: readonly Action[] = ['create', 'read', 'update', 'delete', 'share', 'export', 'fork']
  return reviewedTypes.includes(kind) ? [...acts, 'review'] : acts
}

/**
 * Returns why a row of the permission table would have no effect (PM-13): no rule looks it up, or its grant holds
 * without it. Undefined for a row that has an effect. A table without ineffective rows shows exactly what each role may
 * do.
 */
export function idleRow(row: Row): Refusal | undefined {
  const { scope, role, resourceType: type, action, ownOnly } = row
  if (scope === 'system')
    return refusal(
      'scope',
      'would decide nothing: what users do outside groups and projects asks for no row, and system administrators bypass the table',
    )
  const content = contentTypes.find((one) => one === type)
  if (scope === 'project' && content) return idleContentRow(content, row)
  const covered = action === 'manage' ? actions : [action]
  const rules = covered.flatMap((one) => routeRuleOf(scope, type, one) ?? [])
  if (rules.length === 0) {
    const other = actions.some((one) => routeRuleOf(scope, type, one))
    return other
      ? refusal('action', `would decide nothing: no act on a ${type} asks for ${action} in a ${scope}`)
      : refusal('resourceType', `would decide nothing: roles of a ${scope} are not asked about a ${type}`)
  }
  if (!rules.some(({ roles }) => roles === undefined || roles.some((one) => one === role))) {
    const roles = [...new Set(rules.flatMap((one) => one.roles ?? []))]
    return refusal('role', `would decide nothing: routes ask for the role ${roles.join(' or ')} besides (PM-09)`)
  }
  if (ownOnly) return refusal('ownOnly', `would decide nothing: a ${type} is not made by one person for themselves`)
  return undefined
}

function idleContentRow(type: ContentType, { action, ownOnly }: Row): Refusal | undefined {
  if (action === 'manage') return undefined
  if (!contentActs(type).includes(action))
    return refusal('action', `would decide nothing: no act on a ${type} asks for ${action}`)
  if (action === 'read' && ownOnly)
    return refusal('ownOnly', 'would decide nothing: everybody reads what they made; remove the row instead')
  return undefined
}

const refusal = (field: string, message: string): Refusal => ({ field, message })
