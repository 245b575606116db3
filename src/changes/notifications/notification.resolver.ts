import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import { plain } from '../../graphql/classes.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { asRoute } from '../../graphql/doors.js'
import { notificationsOf } from './notification.service.js'
import type { NotificationList, NotificationQuery } from './notification.shape.js'
import { NotificationListType, NotificationsArgs } from './notification.type.js'

@Resolver()
export class NotificationResolver {
  @Query(() => NotificationListType, {
    description:
      "What others did to what is the caller's or for the caller in the last 30 days, newest first. Many acts of the " +
      'same kind are one notification.',
  })
  @Extensions(asRoute('GET /api/notifications'))
  notifications(
    @Ctx() ctx: GraphQLContext,
    @Args(() => NotificationsArgs) args: NotificationsArgs,
  ): Promise<NotificationList> {
    const present = Object.entries(plain(args) as NotificationQuery).filter(([, value]) => value != null)
    return notificationsOf(ctx, Object.fromEntries(present) as NotificationQuery)
  }
}
