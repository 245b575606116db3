import { kindNamed, kindNames, type ContentType, type SharedType } from '../kinds.js'
import { AppError } from '../lib/errors.js'

export type { ContentType, SharedType }

/** The kinds of content that can be reviewed. */
export const reviewedTypes = kindNames<ContentType>(({ judged }) => judged !== undefined)
/** The resource types that are content: rows with an owner and, optionally, a project. Reviewed ones come first. */
export const contentTypes: readonly ContentType[] = [
  ...reviewedTypes,
  ...kindNames<ContentType>(({ name, content, judged }) => name === content && judged === undefined),
]
/** The kinds of content that can be shared. */
export const sharedTypes = contentTypes.filter((type): type is SharedType => kindNamed(type)?.share !== undefined)

/** The resource types, actions and roles that a row of the permission table may name (PM-05 to PM-07). */
const otherResources = ['video', 'project', 'group', 'user'] as const
export type ResourceType = ContentType | (typeof otherResources)[number]
export const resourceTypes: readonly ResourceType[] = [...contentTypes, ...otherResources]
export const actions = [
  'create',
  'read',
  'update',
  'delete',
  'share',
  'export',
  'assign',
  'manage_members',
  'fork',
  'review',
  'manage',
] as const
const systemRoles = ['system_admin', 'user'] as const
export const groupRoles = ['group_owner', 'group_admin', 'group_member'] as const
export const projectRoles = ['project_owner', 'project_manager', 'annotator', 'reviewer', 'viewer'] as const
export const scopes = ['system', 'group', 'project'] as const

/** The scopes of a token. `write` includes `read`; the others stand alone. */
export const tokenScopes = ['read', 'write', 'export', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]

export type Action = (typeof actions)[number]
export type GroupRole = (typeof groupRoles)[number]
export type ProjectRole = (typeof projectRoles)[number]
export type Scope = (typeof scopes)[number]

export const rolesOf: Record<Scope, readonly string[]> = {
  system: systemRoles,
  group: groupRoles,
  project: projectRoles,
}

/** Returns the role, typed as one of `allowed`; throws VALIDATION_ERROR `Invalid role` for any other (GR-05, PR-10). */
export function requireKnownRole<R extends string>(role: string, allowed: readonly R[]): R {
  const typed = allowed.find((one) => one === role)
  if (typed !== undefined) return typed
  throw new AppError('VALIDATION_ERROR', 'Invalid role', {
    extra: { details: [{ field: 'role', message: `must be one of ${allowed.join(', ')}` }] },
  })
}
