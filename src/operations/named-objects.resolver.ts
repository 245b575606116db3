import type { TSchema } from '@sinclair/typebox'
import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import { ApiKey } from '../accounts/api-key.type.js'
import { Token } from '../accounts/api-token.type.js'
import { usersByIds } from '../accounts/user.service.js'
import { User } from '../accounts/user.type.js'
import { ProjectAgreement, VideoFigures } from '../agreement/projects/project-agreement.type.js'
import { detectionResult } from '../annotations/detection/detect.shape.js'
import { auditActor, auditEntry } from '../changes/audit/audit.shape.js'
import { historyActor } from '../changes/history/history.shape.js'
import { RestoredVersion } from '../changes/history/history.type.js'
import { NotificationType } from '../changes/notifications/notification.type.js'
import { RestoredItem, TrashItem, UndoneDeletion } from '../changes/trash/trash.type.js'
import { Webhook, WebhookDelivery } from '../changes/webhooks/webhook.type.js'
import { FrozenExport, projectIdOf } from '../exchange/frozen/frozen-export.type.js'
import { importConflict } from '../exchange/exchange.shape.js'
import { Import } from '../exchange/import/import.type.js'
import { objectOf, type ResolverClass } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { Node } from '../graphql/node.js'
import { Job } from '../jobs/job.type.js'
import { forkedFrom } from '../lib/forked-from.js'
import { load } from '../lib/load.js'
import { nodeReaderByIds, type ByIds } from '../node-readers.js'
import { Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { reviewProgress } from '../reviews/review.shape.js'
import { Summary } from '../summaries/summary.type.js'
import { ruleEvaluation } from '../videos/rules/rule.shape.js'
import { VideoAssignmentRule } from '../videos/rules/rule.type.js'
import { Video } from '../videos/video.type.js'
import { videoReference } from '../world/world-object.shape.js'
import { readMember } from '../documents/document-reading.js'
import { nodesByIds } from './node.service.js'

// Fields that return the object whose id a neighbouring field has: where the area of the type comes before the area of
// the object, and for types without rows of their own. Other types declare such fields in their plans (`rowNamedBy`).

type Parent = Record<string, string | string[] | null>

interface NamedObject {
  /** The member of the parent that holds the id or the ids, or a function that returns it. */
  from: string | ((parent: object) => string | null)
  type: ClassType
  says: string
  byIds: ByIds
  /** Whether the member is a list of ids. */
  list?: boolean
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

const thing = (says: string, from = 'thingId'): NamedObject => ({
  from,
  type: Node as ClassType,
  says,
  byIds: nodesByIds,
})

/**
 * Returns a resolver of fields that return the objects whose ids the parent has: null for those not found, and for a
 * list of ids a list.
 */
function objectsOf(type: ClassType, fields: Readonly<Record<string, NamedObject>>): ResolverClass {
  class OfType {}
  for (const [name, { from, type: named, says: description, byIds, list }] of Object.entries(fields)) {
    const object = async (ctx: GraphQLContext, id: string) => (await load(ctx, byIds, id)) ?? null
    const value = (ctx: GraphQLContext, parent: Parent) => {
      const ids = typeof from === 'string' ? parent[from] : from(parent)
      if (!ids) return null
      if (!Array.isArray(ids)) return object(ctx, ids)
      // Charge the budget before anything is looked up: a list may name any number of objects.
      ctx.budget.announceObjects(ids.length)
      return Promise.all(ids.map((id) => object(ctx, id)))
    }
    // A member of the parent may have the name of the field, and be answered under another.
    const method = `${name}Object`
    Object.defineProperty(OfType.prototype, method, { value })
    Ctx()(OfType.prototype, method, 0)
    Root()(OfType.prototype, method, 1)
    const options = { name, nullable: list ? ('itemsAndList' as const) : true, description }
    FieldResolver(() => (list ? [named] : named), options)(OfType.prototype, method, { value })
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
  thing: thing('What it was done to; null if it has been deleted, and if the user may not read it any more.'),
})
export const TrashObjectsResolver = objectsOf(TrashItem as ClassType, {
  owner: user('ownerId'),
  project: project(),
  video: video(),
})
const restored = (from: string): NamedObject => ({
  from,
  type: Node as ClassType,
  says: 'The thing as it is now; null if the caller may not read it.',
  byIds: nodesByIds,
})
export const RestoredItemResolver = objectsOf(RestoredItem as ClassType, { thing: restored('thingId') })
export const UndoneDeletionResolver = objectsOf(UndoneDeletion as ClassType, { thing: restored('thingId') })
export const RestoredVersionResolver = objectsOf(RestoredVersion as ClassType, { thing: restored('id') })
export const HistoryActorResolver = objectsOf(typeOf(historyActor), { user: user('id') })
export const AuditActorResolver = objectsOf(typeOf(auditActor), { user: user('id') })
export const AuditObjectsResolver = objectsOf(typeOf(auditEntry), {
  owner: user('ownerId'),
  project: project(),
  thing: thing(
    'The thing, or the persona or world that it is in; null for a setting, and if it has been deleted.',
    'thing',
  ),
})
export const ReviewObjectsResolver = objectsOf(typeOf(reviewProgress), { user: user() })
export const ImportObjectsResolver = objectsOf(Import, { creator: user('importedBy') })
export const TokenObjectsResolver = objectsOf(Token, {
  creator: user('createdBy'),
  projects: {
    ...project('projectIds'),
    says: 'The projects to which the token is limited; null for a token without a limit.',
    list: true,
  },
})
export const RuleObjectsResolver = objectsOf(VideoAssignmentRule, {
  target: thing('The user, project or group to whom it assigns videos; null if it has been deleted.', 'targetId'),
})
export const RuleEvaluationObjectsResolver = objectsOf(typeOf(ruleEvaluation), {
  rule: {
    from: 'ruleId',
    type: VideoAssignmentRule,
    says: 'The rule; null if it has been deleted.',
    byIds: nodesByIds,
  },
  matchingVideos: { ...video('matchingVideoIds'), says: 'The videos that meet all conditions.', list: true },
})
export const ImportConflictObjectsResolver = objectsOf(typeOf(importConflict), {
  existing: thing('The stored item; null when there is none, and if the caller may not read it.', 'existingId'),
})
export const ApiKeyObjectsResolver = objectsOf(ApiKey, { user: user() })
export const FrozenExportObjectsResolver = objectsOf(FrozenExport, {
  creator: user('createdBy'),
  job,
  project: { ...project(), from: projectIdOf },
})
export const ProjectAgreementObjectsResolver = objectsOf(ProjectAgreement, {
  creator: user('createdBy'),
  job,
  project: project(),
})
export const VideoFiguresObjectsResolver = objectsOf(VideoFigures as ClassType, { video: video() })
export const DeliveryObjectsResolver = objectsOf(WebhookDelivery, { webhook })
export const ForkedFromObjectsResolver = objectsOf(typeOf(forkedFrom), {
  node: thing('The source as it is now; null if it has been deleted, and if the viewer may not read it.', 'id'),
})
const ofReference = videoReference.properties['videoId']!
export const VideoReferenceObjectsResolver = objectsOf(typeOf(videoReference), {
  video: { ...video(), from: (reference) => readMember('videoId', ofReference, reference) as string | null },
})
export const DetectionObjectsResolver = objectsOf(typeOf(detectionResult), { video: video() })
