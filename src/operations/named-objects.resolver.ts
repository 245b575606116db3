import type { TSchema } from '@sinclair/typebox'
import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import { ApiKey } from '../accounts/api-key.type.js'
import { usersByIds } from '../accounts/user.service.js'
import { User } from '../accounts/user.type.js'
import { detectionResult } from '../annotations/detection/detect.shape.js'
import { auditActor, auditEntry } from '../changes/audit/audit.shape.js'
import { historyActor } from '../changes/history/history.shape.js'
import { RestoredVersion } from '../changes/history/history.type.js'
import { NotificationType } from '../changes/notifications/notification.type.js'
import { RestoredItem, TrashItem } from '../changes/trash/trash.type.js'
import { Webhook, WebhookDelivery } from '../changes/webhooks/webhook.type.js'
import { FrozenExport, projectIdOf } from '../exchange/frozen/frozen-export.type.js'
import { objectOf, type ResolverClass } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { Node } from '../graphql/node.js'
import { Job } from '../jobs/job.type.js'
import { load } from '../lib/load.js'
import { nodeReaderByIds, type ByIds } from '../node-readers.js'
import { Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { reviewProgress } from '../reviews/review.shape.js'
import { Summary } from '../summaries/summary.type.js'
import { Video } from '../videos/video.type.js'
import { videoReference } from '../world/world-object.shape.js'
import { nodesByIds } from './node.service.js'

// Fields that return the object whose id a neighbouring field has: where the area of the type comes before the area of
// the object, and for types without rows of their own. Other types declare such fields in their plans (`rowNamedBy`).

interface NamedObject {
  /** The member of the parent that holds the id, or a function that returns it. */
  from: string | ((parent: object) => string | null)
  type: ClassType
  says: string
  byIds: ByIds
}

const readerOf =
  (type: string): ByIds =>
  (ctx, ids) =>
    nodeReaderByIds(type)!(ctx, ids)

const video = (from = 'videoId'): NamedObject => ({
  from,
  type: Video,
  says: 'The video; null without one, and if it does not exist or the caller may not see it.',
  byIds: readerOf('Video'),
})
const persona = (from = 'personaId'): NamedObject => ({
  from,
  type: Persona,
  says: 'The persona; null without one, and if it does not exist or the caller may not read it.',
  byIds: readerOf('Persona'),
})
const project = (from = 'projectId'): NamedObject => ({
  from,
  type: Project,
  says: 'The project; null without one, and if it does not exist or the caller may not read it.',
  byIds: readerOf('Project'),
})
const summary: NamedObject = {
  from: 'summaryId',
  type: Summary,
  says: 'The summary; null without one, and if it does not exist or the caller may not read it.',
  byIds: readerOf('Summary'),
}
const job: NamedObject = {
  from: 'jobId',
  type: Job,
  says: 'The job; null without one, and if it has been deleted.',
  byIds: nodesByIds,
}
const webhook: NamedObject = {
  from: 'webhookId',
  type: Webhook,
  says: 'The webhook; null if it has been deleted.',
  byIds: nodesByIds,
}
/** Names of users are public to users who read what they made. */
const user = (from = 'userId'): NamedObject => ({
  from,
  type: User,
  says: 'The user; null without one, and if the account has been deleted.',
  byIds: usersByIds,
})

/** Returns a resolver of fields that return the objects whose ids the parent has; null for those not found. */
function objectsOf(type: ClassType, fields: Readonly<Record<string, NamedObject>>): ResolverClass {
  class OfType {}
  for (const [name, { from, type: named, says: description, byIds }] of Object.entries(fields)) {
    const value = async (ctx: GraphQLContext, parent: Record<string, string | null>) => {
      const id = typeof from === 'string' ? parent[from] : from(parent)
      return id ? ((await load(ctx, byIds, id)) ?? null) : null
    }
    Object.defineProperty(OfType.prototype, name, { value })
    Ctx()(OfType.prototype, name, 0)
    Root()(OfType.prototype, name, 1)
    FieldResolver(() => named, { nullable: true, description })(OfType.prototype, name, { value })
  }
  Resolver(() => type)(OfType)
  return OfType
}

const typeOf = (schema: TSchema) => objectOf(schema) as ClassType

export const JobObjectsResolver = objectsOf(Job, { video: video(), persona: persona(), summary })
export const NotificationObjectsResolver = objectsOf(NotificationType, {
  video: video(),
  persona: persona(),
  project: project(),
  thing: {
    from: 'thingId',
    type: Node as ClassType,
    says: 'What it was done to; null if it has been deleted, and if the user may not read it any more.',
    byIds: nodesByIds,
  },
})
export const TrashObjectsResolver = objectsOf(TrashItem as ClassType, { owner: user('ownerId'), project: project() })
const restored = (from: string): NamedObject => ({
  from,
  type: Node as ClassType,
  says: 'The thing as it is now; null if the caller may not read it.',
  byIds: nodesByIds,
})
export const RestoredItemResolver = objectsOf(RestoredItem as ClassType, { thing: restored('thingId') })
export const RestoredVersionResolver = objectsOf(RestoredVersion as ClassType, { thing: restored('id') })
export const HistoryActorResolver = objectsOf(typeOf(historyActor), { user: user('id') })
export const AuditActorResolver = objectsOf(typeOf(auditActor), { user: user('id') })
export const AuditObjectsResolver = objectsOf(typeOf(auditEntry), { owner: user('ownerId'), project: project() })
export const ReviewObjectsResolver = objectsOf(typeOf(reviewProgress), { user: user() })
export const ApiKeyObjectsResolver = objectsOf(ApiKey, { user: user() })
export const FrozenExportObjectsResolver = objectsOf(FrozenExport, {
  job,
  project: { ...project(), from: projectIdOf },
})
export const DeliveryObjectsResolver = objectsOf(WebhookDelivery, { webhook })
export const VideoReferenceObjectsResolver = objectsOf(typeOf(videoReference), { video: video() })
export const DetectionObjectsResolver = objectsOf(typeOf(detectionResult), { video: video() })
