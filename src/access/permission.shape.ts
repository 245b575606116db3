import { Type, type TSchema } from '@sinclair/typebox'
import { boolean, record, served, time, uuid, word } from '../database/rows/record.js'
import { kindOf, ofAnyKind, ofOldKind } from '../kind-words.js'
import { anyId, mostly, says } from '../lib/described.js'
import { choice, nameText, shortText, uuid as uuidShape } from '../lib/schema.js'
import { actions, resourceTypes, rolesOf, scopes } from './vocabulary.js'

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const shown = { ...served, required: true } as const

const allRoles = [...new Set(Object.values(rolesOf).flat())]
const scopeIn = <S extends TSchema>(schema: S) =>
  mostly('PermissionScope', 'Where a role is held: on the server, in a group or in a project.', scopes, schema)
const roleIn = <S extends TSchema>(schema: S) =>
  mostly('PermissionRole', 'Role of a user on the server, in a group or in a project.', allRoles, schema)
const actionIn = <S extends TSchema>(schema: S) =>
  mostly('PermissionAction', 'What a role may do with a resource. MANAGE stands for all actions.', actions, schema)
const resource = kindOf(resourceTypes)
const text = Type.String()

/** The permission table: what each role allows. */
export const permissionRecord = record('rolePermissions', 'rp', {
  id: uuid('ID of the row.', { ...served, required: true, shown: false }),
  scope: word('Where the role is held: `system`, `group` or `project`.', { ...shown, shape: scopeIn(text) }),
  role: word('Role in this scope, such as `annotator`.', { ...shown, shape: roleIn(text) }),
  resourceType: word('Type of the resources, such as `persona`.', { ...shown, shape: ofOldKind(text) }),
  action: word('Action that the row allows, such as `read`; `manage` stands for all actions.', {
    ...shown,
    shape: actionIn(text),
  }),
  ownOnly: boolean('Whether the row allows the action only on what the user has made.', served),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

const ownOnly = 'True to allow the action only on what the user has made'

/** The service checks `role` against the roles of the scope (PM-07). */
export const createPermissionSchema = Type.Object({
  scope: says(
    'Where the role is held: `group` or `project`. A row for `system` would have no effect and is refused.',
    scopeIn(choice(scopes)),
  ),
  role: says(
    'Role in this scope: `group_owner`, `group_admin` or `group_member`; `project_owner`, `project_manager`, ' +
      '`annotator`, `reviewer` or `viewer`.',
    roleIn(shortText),
  ),
  resourceType: says(`Type of the resources: ${list.format(resourceTypes.map((type) => `\`${type}\``))}.`, resource),
  action: says(
    'Action to allow: `create`, `read`, `update`, `delete`, `share`, `export`, `assign`, `manage_members`, `fork`, ' +
      '`review`, or `manage` for all of them.',
    actionIn(choice(actions)),
  ),
  ownOnly: Type.Optional(says(`${ownOnly}; false when absent.`, Type.Boolean())),
})

export const updatePermissionSchema = Type.Object({ ownOnly: says(`${ownOnly}.`, Type.Boolean()) })

const filter = <S extends TSchema>(sentence: string, schema: S) => Type.Optional(says(sentence, schema))
export const permissionQuery = Type.Object({
  scope: filter('Only rows of this scope: `system`, `group` or `project`.', scopeIn(shortText)),
  role: filter('Only rows for this role, such as `annotator`.', roleIn(shortText)),
  resourceType: filter('Only rows for this type of resource, such as `persona`.', ofAnyKind(shortText)),
  action: filter(
    'Only rows for this action, such as `read`. Rows for `manage` are listed under `manage` alone.',
    actionIn(shortText),
  ),
})

/** The form of the id is not checked, so that an unknown id is answered with 404 (G-05). */
export const permissionParams = { id: says('ID of the row.', anyId(Type.String())) }

export const explainSchema = Type.Object({
  userId: says('ID of the user.', uuidShape),
  action: says(
    'The action in question, such as `read`; one of those that the permission table knows.',
    actionIn(choice(actions)),
  ),
  kind: says('Type of the resource, such as `persona`; one of those that the permission table knows.', resource),
  id: says(
    'ID of the resource. For the action `create`: ID of the project in which content would be made, or of the group ' +
      'in which a project would be made.',
    anyId(nameText),
  ),
})
