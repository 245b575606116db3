import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { permissionLevel, resourceType, shareRecord } from './share.shape.js'

const ResourceKind = enumOf(resourceType)
export const SharePermission = enumOf(permissionLevel)

@ObjectType({ implements: Node, description: 'A share: it lets one user or group read a resource of somebody else.' })
export class Share extends rowsOf(shareRecord) {}

export const ShareConnection = connectionType('Share', () => Share)
const SharePageArgs = orderedPageArgs('Share', {
  CREATED_AT: 'createdAt',
  EXPIRES_AT: 'expiresAt',
  RESOURCE_TYPE: 'resourceType',
  PERMISSION_LEVEL: 'permissionLevel',
})

@InputType({ description: 'Conditions that every listed share meets.' })
class ShareFilter {
  @Field(() => ResourceKind, { nullable: true, description: 'Only shares of resources of this kind.' })
  resourceType?: string | null

  @Field(() => ID, { nullable: true, description: 'Only shares of the resource with this ID.' })
  resourceId?: string | null

  @Field(() => SharePermission, { nullable: true, description: 'Only shares with this permission level.' })
  permissionLevel?: string | null

  @Field(() => ID, { nullable: true, description: 'Only shares made by the user with this ID.' })
  creatorId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only shares with the user of this ID.' })
  sharedWithUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only shares with the group of this ID.' })
  sharedWithGroupId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for expired shares only, false for unexpired ones only; both when absent.',
  })
  isExpired?: boolean | null
}
export const SharesArgs = filteredArgs(SharePageArgs, ShareFilter)
export type SharesArgs = InstanceType<typeof SharesArgs>

@ObjectType('ForkSharePayload', { description: 'The result of a fork: the copy, which belongs to the caller.' })
export class Fork {
  @Field(() => ResourceKind, { description: 'Kind of the copy, the same as that of the shared resource.' })
  resourceType: string

  @Field(() => ID, {
    description:
      "ID of the copy. For WORLD_STATE it is the ID of the caller's personal world, to which the objects were added.",
  })
  resourceId: string
}
