import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { addFields } from '../../graphql/classes.js'
import { connectionOf, edgeOf } from '../../graphql/connection.js'
import { usualNotifications, notification } from './notification.shape.js'

@ObjectType('Notification', {
  description:
    'Something that another user did to content of the caller or for the caller: one row for many acts of the same kind. ' +
    'It is about what the caller may read, and about deleted content of the caller.',
})
export class NotificationType {
  @Field(() => ID, { description: 'ID of the notification; a further act of the same kind changes it.' })
  id: string
}
const { thing, ...members } = notification.properties
addFields(NotificationType, { ...members, thingId: thing }, [...notification.required!, 'thingId'])

@ObjectType({ description: 'An item of a list of Notification, with its cursor.' })
export class NotificationEdge extends edgeOf<NotificationType>(() => NotificationType) {}

const Page = connectionOf<NotificationType>(
  'Notification',
  () => NotificationType,
  () => NotificationEdge,
  { counted: false },
)
const own = Page.prototype
Field(() => String, { description: 'Position that marks all of this as seen.' })(own, 'position')
Field(() => Int, {
  description: 'Number of new notifications from the beginning of the page on, among the 200 newest acts.',
})(own, 'newCount')
export const NotificationConnection = Page

@ArgsType()
export class NotificationsArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of items to return, 1 to 100; ${usualNotifications} when absent. A page can have fewer although more follow.`,
  })
  first?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of an item: the page begins after it.' })
  after?: string | null
}
