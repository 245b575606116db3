import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

export enum SharedResourceType {
  ANNOTATION = 'annotation',
  SUMMARY = 'summary',
  CLAIM = 'claim',
  PERSONA = 'persona',
  WORLD_STATE = 'world_state',
}
registerEnumType(SharedResourceType, {
  name: 'SharedResourceType',
  description: 'Kind of resource that can be shared.',
})

export enum SharePermission {
  READ_ONLY = 'read_only',
  FORKABLE = 'forkable',
}
registerEnumType(SharePermission, {
  name: 'SharePermission',
  description:
    'What a recipient of a share may do. READ_ONLY: read the resource. FORKABLE: also copy it (`forkShare`) and ' +
    'share it with others.',
})

@ObjectType({ implements: Node, description: 'A share: it lets one user or group read a resource of somebody else.' })
export class Share extends Node {
  @Field(() => SharedResourceType, { description: 'Kind of the shared resource.' })
  resourceType: SharedResourceType | string

  @Field(() => ID, { description: 'ID of the shared resource.' })
  resourceId: string

  @Field(() => SharePermission, { description: 'What the recipient may do with the resource.' })
  permissionLevel: SharePermission | string

  @Field(() => DateTime, { nullable: true, description: 'When the share ends; null if it never expires.' })
  expiresAt: string | null

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the group that the resource is shared with; null if it is shared with a user.',
  })
  sharedWithGroupId: string | null

  @Field(() => ID, { description: 'ID of the user who shared the resource.' })
  sharedByUserId: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user that the resource is shared with; null if it is shared with a group.',
  })
  sharedWithUserId: string | null
}

export const ShareConnection = connectionType('Share', () => Share)
const SharePageArgs = orderedPageArgs('Share', {
  CREATED_AT: 'createdAt',
  EXPIRES_AT: 'expiresAt',
  RESOURCE_TYPE: 'resourceType',
  PERMISSION_LEVEL: 'permissionLevel',
})

@ArgsType()
class SharesArgs extends SharePageArgs {
  @Field(() => SharedResourceType, { nullable: true, description: 'Only shares of resources of this kind.' })
  resourceType?: SharedResourceType | null

  @Field(() => ID, { nullable: true, description: 'Only shares of the resource with this ID.' })
  resourceId?: string | null

  @Field(() => SharePermission, { nullable: true, description: 'Only shares with this permission level.' })
  permissionLevel?: SharePermission | null
}

@ArgsType()
export class SharesReceivedArgs extends SharesArgs {
  @Field(() => ID, { nullable: true, description: 'Only shares made by the user with this ID.' })
  sharedByUserId?: string | null

  @Field(() => ID, {
    nullable: true,
    description: "Only shares with the group of this ID, one of the caller's groups.",
  })
  sharedWithGroupId?: string | null
}

@ArgsType()
export class SharesSentArgs extends SharesArgs {
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

@ObjectType({ description: 'The result of a fork: the copy, which belongs to the caller.' })
export class Fork {
  @Field(() => SharedResourceType, { description: 'Kind of the copy, the same as that of the shared resource.' })
  resourceType: SharedResourceType | string

  @Field(() => ID, {
    description:
      "ID of the copy. For WORLD_STATE it is the ID of the caller's personal world, to which the objects were added.",
  })
  resourceId: string
}

@InputType({ description: 'The resource to share, and the user or group to share it with.' })
export class ShareResourceInput {
  @Field(() => SharedResourceType, { description: 'Kind of the resource to share.' })
  resourceType: SharedResourceType

  @Field(() => ID, { description: 'ID of the resource to share.' })
  resourceId: string

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the user to share with, not the caller. Exactly one of this, `username` and `sharedWithGroupId` is ' +
      'required.',
  })
  sharedWithUserId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Exact user name of the user to share with, in place of `sharedWithUserId`.',
  })
  username?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the group to share with. Exactly one of this and `sharedWithUserId` is required.',
  })
  sharedWithGroupId?: string | null

  @Field(() => SharePermission, { nullable: true, description: 'What the recipient may do; READ_ONLY when absent.' })
  permissionLevel?: SharePermission

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the share ends, a time in the future; never when absent. A share passed on by a recipient ends with the ' +
      "recipient's own share at the latest.",
  })
  expiresAt?: string | null
}

@InputType({
  description:
    'The share to fork, and where the copy of a summary or claim goes. `personaId` and `summaryId` are ignored for ' +
    'other kinds.',
})
export class ForkShareInput {
  @Field(() => ID, { description: 'ID of the share.' })
  shareId: string

  @Field(() => ID, {
    nullable: true,
    description:
      "For a summary: ID of the persona of the copy; when absent, the summary's persona is copied too. For a claim: " +
      'ID of the persona under which a summary of the same video is found or created; ignored with `summaryId`.',
  })
  personaId?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      "For a claim: ID of a summary of the caller that receives the copy. When absent, the claim's own summary is " +
      "used if it is the caller's and no `personaId` is given; otherwise one of the same video is found or created.",
  })
  summaryId?: string | null
}
