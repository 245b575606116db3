import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql'
import { User } from '../../accounts/user.type.js'
import { rowsOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { Node } from '../../graphql/node.js'
import { Project } from '../../projects/project.type.js'
import { deliveryRecord, fromOfDelivery, positionOfWebhook, webhookRecord } from './webhook.shape.js'

@ObjectType({
  implements: Node,
  description:
    'An address that is told what changes in a project, or everywhere on the server. Those who manage the project see ' +
    'and change it. It goes with the project and with its maker.',
})
export class Webhook extends rowsOf(webhookRecord) {
  @Field(() => String, { description: positionOfWebhook.description! })
  position: string

  @Field(() => User, { nullable: true, description: 'The user who made it.' })
  creator?: User | null

  @Field(() => Project, { nullable: true, description: 'The project; null for everything on the server.' })
  project?: Project | null
}

@ObjectType({ description: 'A message to a webhook.' })
export class WebhookDelivery extends rowsOf(deliveryRecord) {
  @Field(() => String, { description: fromOfDelivery.description! })
  from: string
}

export const WebhookConnection = connectionType('Webhook', () => Webhook)
export const WebhookDeliveryConnection = connectionType('WebhookDelivery', () => WebhookDelivery)

@InputType({ description: 'Conditions that every listed webhook meets.' })
class WebhookFilter {
  @Field(() => ID, { nullable: true, description: 'Only webhooks about the project with this ID.' })
  projectId?: string | null
}
export const WebhooksArgs = filteredArgs(PageArgs, WebhookFilter)
export type WebhooksArgs = InstanceType<typeof WebhooksArgs>

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => ID, { description: 'ID of the webhook.' })
  webhookId: string
}
