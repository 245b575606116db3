import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../../accounts/user.service.js'
import type { User } from '../../accounts/user.type.js'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { sentAs } from '../../graphql/doors.js'
import { oneByOne, readsNode } from '../../node-readers.js'
import { orNull } from '../../lib/errors.js'
import { load } from '../../lib/load.js'
import { parse } from '../../lib/validate.js'
import { projectsByIds } from '../../projects/project.service.js'
import type { Project } from '../../projects/project.type.js'
import * as webhooks from './webhook.service.js'
import { webhookParams, webhooksFilter } from './webhook.shape.js'
import {
  Webhook,
  WebhookConnection,
  WebhookDeliveriesArgs,
  WebhookDeliveryConnection,
  WebhooksArgs,
  type WebhookDelivery,
} from './webhook.type.js'

readsNode('Webhook', oneByOne(webhooks.getWebhook))

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => WebhookConnection, { description: 'The webhooks that the caller manages, newest first.' })
  webhooks(
    @Ctx() ctx: GraphQLContext,
    @Args(() => WebhooksArgs) { filter, ...page }: WebhooksArgs,
  ): Promise<ConnectionOf<Webhook>> {
    const { projectId } = filter ?? {}
    return webhooks.pageOfWebhooks(ctx, page, parse(webhooksFilter, projectId ? { projectId } : {})) as Promise<
      ConnectionOf<Webhook>
    >
  }

  @Query(() => Webhook, {
    nullable: true,
    description: 'The webhook with this ID; null if the caller manages none with it.',
  })
  @Extensions(sentAs({ webhookId: 'id' }))
  webhook(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the webhook, a UUID.' }) id: string,
  ): Promise<Webhook | null> {
    return orNull(
      webhooks.getWebhook(ctx, parse(webhookParams, { webhookId: id }).webhookId),
    ) as Promise<Webhook | null>
  }

  @Query(() => WebhookDeliveryConnection, {
    description: 'The messages to a webhook that the caller manages, newest first.',
  })
  webhookDeliveries(
    @Ctx() ctx: GraphQLContext,
    @Args(() => WebhookDeliveriesArgs) { webhookId, ...page }: WebhookDeliveriesArgs,
  ): Promise<ConnectionOf<WebhookDelivery>> {
    const { webhookId: id } = parse(webhookParams, { webhookId })
    return webhooks.pageOfDeliveries(ctx, id, page) as Promise<ConnectionOf<WebhookDelivery>>
  }

  @FieldResolver()
  async creator(@Ctx() ctx: GraphQLContext, @Root() { createdBy }: Webhook): Promise<User | null> {
    return ((await load(ctx, usersByIds, createdBy)) as User | undefined) ?? null
  }

  @FieldResolver()
  async project(@Ctx() ctx: GraphQLContext, @Root() { projectId }: Webhook): Promise<Project | null> {
    if (projectId === null) return null
    return ((await load(ctx, projectsByIds, projectId)) as Project | undefined) ?? null
  }
}
