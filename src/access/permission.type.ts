import { Field, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { Node } from '../graphql/node.js'
import { permissionRecord } from './permission.shape.js'

@ObjectType({
  implements: Node,
  description: 'A row of the permission table: it allows a role an action on resources of one type.',
})
export class Permission extends rowsOf(permissionRecord) {}

@ObjectType({ description: 'Whether a user may do something with a resource, and why.' })
export class AccessExplanation {
  @Field(() => Boolean, { description: 'Whether the user may do it.' })
  allowed: boolean

  @Field(() => enumOf(permissionRecord.fields.role.shape), {
    nullable: true,
    description: 'Role of the user in the project or group that decides; null if there is none.',
  })
  role: string | null

  @Field(() => [String], {
    description:
      'Every reason for which the user may do it, such as `owner`, `share` or a row of the permission table; empty ' +
      'if they may not, unless it says that the account is deactivated.',
  })
  reasons: string[]
}
