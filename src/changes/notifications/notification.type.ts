import { ArgsType } from 'type-graphql'
import { addArguments, objectOf } from '../../graphql/classes.js'
import { notificationList, notificationQuery, type NotificationList } from './notification.shape.js'

export const NotificationListType = objectOf<NotificationList>(notificationList)

@ArgsType()
export class NotificationsArgs {}
addArguments(NotificationsArgs, notificationQuery.properties)
