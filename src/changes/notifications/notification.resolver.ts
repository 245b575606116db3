import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { asRoute } from '../../graphql/doors.js'
import { pageOfNotifications, type NotificationPage } from './notification.service.js'
import { NotificationConnection, NotificationsArgs } from './notification.type.js'

@Resolver()
export class NotificationResolver {
  @Query(() => NotificationConnection, {
    description:
      "What others did to what is the caller's or for the caller in the last 30 days, newest first. Many acts of the " +
      'same kind are one notification.',
  })
  @Extensions(asRoute('GET /api/notifications'))
  notifications(
    @Ctx() ctx: GraphQLContext,
    @Args(() => NotificationsArgs) args: NotificationsArgs,
  ): Promise<NotificationPage> {
    return pageOfNotifications(ctx, args)
  }
}
