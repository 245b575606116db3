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
registerEnumType(SharedResourceType, { name: 'SharedResourceType', description: 'What can be shared.' })

export enum SharePermission {
  READ_ONLY = 'read_only',
  FORKABLE = 'forkable',
}
registerEnumType(SharePermission, { name: 'SharePermission', description: 'What a recipient may do.' })

@ObjectType({ implements: Node, description: 'A resource made readable for somebody else.' })
export class Share extends Node {
  @Field(() => SharedResourceType, { description: 'Kind of the resource.' })
  resourceType: SharedResourceType | string

  @Field(() => ID, { description: 'Id of the resource.' })
  resourceId: string

  @Field(() => SharePermission, { description: 'What a recipient may do.' })
  permissionLevel: SharePermission | string

  @Field(() => DateTime, { nullable: true, description: 'When it stops to count; null means never.' })
  expiresAt: string | null

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => ID, { nullable: true, description: 'The group it is shared with.' })
  sharedWithGroupId: string | null

  @Field(() => ID, { description: 'Who shared it.' })
  sharedByUserId: string

  @Field(() => ID, { nullable: true, description: 'The user it is shared with.' })
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
  @Field(() => SharedResourceType, { nullable: true, description: 'Only those of this kind of resource.' })
  resourceType?: SharedResourceType | null

  @Field(() => ID, { nullable: true, description: 'Only those of this resource.' })
  resourceId?: string | null

  @Field(() => SharePermission, { nullable: true, description: 'Only those that let a recipient do this.' })
  permissionLevel?: SharePermission | null
}

@ArgsType()
export class SharesReceivedArgs extends SharesArgs {
  @Field(() => ID, { nullable: true, description: 'Only those by a user.' })
  sharedByUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those with a group of the caller.' })
  sharedWithGroupId?: string | null
}

@ArgsType()
export class SharesSentArgs extends SharesArgs {
  @Field(() => ID, { nullable: true, description: 'Only those with a user.' })
  sharedWithUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those with a group.' })
  sharedWithGroupId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only those that have expired, or only the others.' })
  isExpired?: boolean | null
}

@ObjectType({ description: 'What a fork made.' })
export class Fork {
  @Field(() => SharedResourceType, { description: 'Kind of the new resource.' })
  resourceType: SharedResourceType | string

  @Field(() => ID, { description: 'Id of the new resource.' })
  resourceId: string
}

@InputType({ description: 'Who gets to read what.' })
export class ShareResourceInput {
  @Field(() => SharedResourceType, { description: 'Kind of the resource.' })
  resourceType: SharedResourceType

  @Field(() => ID, { description: 'Id of the resource.' })
  resourceId: string

  @Field(() => ID, { nullable: true, description: 'The user to share with; either this or a group.' })
  sharedWithUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'The group to share with; either this or a user.' })
  sharedWithGroupId?: string | null

  @Field(() => SharePermission, { nullable: true, description: 'READ_ONLY when absent.' })
  permissionLevel?: SharePermission

  @Field(() => DateTime, { nullable: true, description: 'When it stops to count; never when absent.' })
  expiresAt?: string | null
}

@InputType({ description: 'Where a fork is to go.' })
export class ForkShareInput {
  @Field(() => ID, { description: 'The share.' })
  shareId: string

  @Field(() => ID, {
    nullable: true,
    description:
      'For a summary: the persona of the copy; a copy of its persona when absent. For a claim: the persona of the summary that is made for it.',
  })
  personaId?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'For a claim: a summary of the caller; one of theirs is found or made when absent.',
  })
  summaryId?: string | null
}
