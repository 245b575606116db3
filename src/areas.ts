import type { Acts } from './acts/act.js'
import { resolverOfActs } from './acts/mutations.js'
import { answersOfActs, mountActs } from './acts/routes.js'
import { listsOf } from './graphql/schema/lists.js'
import type { Plans } from './graphql/plan.js'
import type { ResolverClass } from './graphql/classes.js'
import type { Answers } from './http/answers.js'
import type { MountRoutes } from './http/server.js'
import { jobTypes } from './job-types.js'
import { nameJobTypes } from './jobs/job.type.js'

/**
 * The modules that open each area to the outside ("doors": REST routes and GraphQL resolvers) or describe it, in the
 * order of the areas, which src/README.md explains. Each module is named only here. Its exports are distinguished by
 * name: `XActs` are acts, `mountX` mounts routes, `XResolver` is a resolver class, `XPlans` are GraphQL plans,
 * `XAnswers` describe responses. A test finds modules that are missing here.
 */
const areas = {
  access: [await import('./access/permission.acts.js'), await import('./access/permission.resolver.js')],
  accounts: [
    await import('./accounts/auth.routes.js'),
    await import('./accounts/auth.answers.js'),
    await import('./accounts/auth.resolver.js'),
    await import('./accounts/user.acts.js'),
    await import('./accounts/admin-user.resolver.js'),
    await import('./accounts/user.resolver.js'),
    await import('./accounts/user.plan.js'),
    await import('./accounts/session.acts.js'),
    await import('./accounts/session.resolver.js'),
    await import('./accounts/api-token.acts.js'),
    await import('./accounts/api-token.resolver.js'),
    await import('./accounts/api-key.acts.js'),
    await import('./accounts/api-key.resolver.js'),
  ],
  jobs: [await import('./jobs/job.acts.js'), await import('./jobs/job.resolver.js')],
  groups: [
    await import('./groups/group.acts.js'),
    await import('./groups/group.resolver.js'),
    await import('./groups/group.plan.js'),
  ],
  projects: [
    await import('./projects/project.acts.js'),
    await import('./projects/project.resolver.js'),
    await import('./projects/invitation.acts.js'),
    await import('./projects/invitation.resolver.js'),
    await import('./projects/project.plan.js'),
  ],
  videos: [
    await import('./videos/video.routes.js'),
    await import('./videos/video.acts.js'),
    await import('./videos/video.answers.js'),
    await import('./videos/video.resolver.js'),
    await import('./videos/assignments/assignment.acts.js'),
    await import('./videos/assignments/assignment.resolver.js'),
    await import('./videos/rules/rule.acts.js'),
    await import('./videos/rules/rule.resolver.js'),
    await import('./videos/rules/rule.plan.js'),
    await import('./videos/vocabulary.acts.js'),
    await import('./videos/vocabulary.resolver.js'),
    await import('./videos/video.plan.js'),
  ],
  personas: [
    await import('./personas/persona.acts.js'),
    await import('./personas/ontology-type.resolver.js'),
    await import('./personas/persona.resolver.js'),
    await import('./personas/project-personas.resolver.js'),
    await import('./personas/persona.plan.js'),
    await import('./personas/correspondences/correspondence.acts.js'),
    await import('./personas/correspondences/correspondence.resolver.js'),
    await import('./personas/correspondences/correspondence.plan.js'),
  ],
  world: [
    await import('./world/world.acts.js'),
    await import('./world/world.resolver.js'),
    await import('./world/world-item.resolver.js'),
    await import('./world/world-object.resolver.js'),
    await import('./world/world-fork.resolver.js'),
    await import('./world/type-assignment.resolver.js'),
    await import('./world/ontology-data.acts.js'),
    await import('./world/ontology-data.resolver.js'),
    await import('./world/world.plan.js'),
  ],
  annotations: [
    await import('./annotations/annotation.acts.js'),
    await import('./annotations/lists/annotation-list.routes.js'),
    await import('./annotations/lists/annotation-list.answers.js'),
    await import('./annotations/annotation.resolver.js'),
    await import('./annotations/lists/annotation-target.resolver.js'),
    await import('./annotations/detection/detect.acts.js'),
    await import('./annotations/tracks/track.acts.js'),
    await import('./annotations/annotation.plan.js'),
  ],
  models: [await import('./models/model.acts.js'), await import('./models/model.resolver.js')],
  summaries: [
    await import('./summaries/summary.acts.js'),
    await import('./summaries/summary.resolver.js'),
    await import('./summaries/summary.plan.js'),
  ],
  claims: [
    await import('./claims/claim.acts.js'),
    await import('./claims/lists/claim-list.routes.js'),
    await import('./claims/lists/claim-list.answers.js'),
    await import('./claims/claim.resolver.js'),
    await import('./claims/lists/claim-target.resolver.js'),
    await import('./claims/extraction/claim-job.acts.js'),
    await import('./claims/relation.acts.js'),
    await import('./claims/glosses/gloss.resolver.js'),
    await import('./claims/search/search.acts.js'),
    await import('./claims/search/search.resolver.js'),
    await import('./claims/claim.plan.js'),
  ],
  reviews: [await import('./reviews/review.acts.js'), await import('./reviews/review.resolver.js')],
  agreement: [
    await import('./agreement/agreement.acts.js'),
    await import('./agreement/agreement.resolver.js'),
    await import('./agreement/disagreements/disagreement.acts.js'),
    await import('./agreement/disagreements/disagreement.resolver.js'),
    await import('./agreement/claims/claim-alignment.acts.js'),
    await import('./agreement/projects/project-agreement.acts.js'),
    await import('./agreement/projects/project-agreement.resolver.js'),
    await import('./agreement/decisions/decision.acts.js'),
    await import('./agreement/decisions/decision.resolver.js'),
    await import('./agreement/decisions/decision.plan.js'),
  ],
  sharing: [await import('./sharing/share.acts.js'), await import('./sharing/share.resolver.js')],
  exchange: [
    await import('./exchange/export/export.routes.js'),
    await import('./exchange/exchange.answers.js'),
    await import('./exchange/frozen/frozen-export.acts.js'),
    await import('./exchange/frozen/frozen-export.routes.js'),
    await import('./exchange/frozen/frozen-export.resolver.js'),
    await import('./exchange/import/import.routes.js'),
    await import('./exchange/exchange.resolver.js'),
  ],
  changes: [
    await import('./changes/audit/audit.routes.js'),
    await import('./changes/audit/audit.answers.js'),
    await import('./changes/audit/audit.resolver.js'),
    await import('./changes/feed/feed.routes.js'),
    await import('./changes/feed/feed.answers.js'),
    await import('./changes/feed/feed.resolver.js'),
    await import('./changes/updates/updates.routes.js'),
    await import('./changes/updates/updates.answers.js'),
    await import('./changes/history/history.acts.js'),
    await import('./changes/history/history.resolver.js'),
    await import('./changes/trash/trash.acts.js'),
    await import('./changes/trash/trash.resolver.js'),
    await import('./changes/notifications/notification.acts.js'),
    await import('./changes/notifications/notification.resolver.js'),
    await import('./changes/webhooks/webhook.acts.js'),
    await import('./changes/webhooks/webhook.resolver.js'),
  ],
  deletion: [
    await import('./deletion/deletion.acts.js'),
    await import('./deletion/deletion.resolver.js'),
    await import('./deletion/user-deletion.acts.js'),
    await import('./deletion/user-deletion.resolver.js'),
  ],
  operations: [
    await import('./operations/operations.acts.js'),
    await import('./operations/operations.routes.js'),
    await import('./operations/desk.routes.js'),
    await import('./operations/operations.answers.js'),
    await import('./operations/queue-board.routes.js'),
    await import('./operations/operations.resolver.js'),
    await import('./operations/node.resolver.js'),
    await import('./operations/named-objects.resolver.js'),
  ],
} satisfies Record<string, object[]>

const doors = Object.values(areas).flat()
const exported = (name: RegExp) =>
  doors.flatMap((door) => Object.entries(door).flatMap(([key, value]) => (name.test(key) ? [value as unknown] : [])))

const acts = exported(/Acts$/) as Acts[]

export const routes = exported(/Acts$|^mount[A-Z]/).map((one) =>
  typeof one === 'function' ? (one as MountRoutes) : mountActs(one as Acts),
)

/**
 * The GraphQL plans of all areas, by which operations are planned: the rows of each type, and how its fields lead to
 * other types.
 */
export const plans = exported(/Plans$/) as Plans[]

export const resolvers = [...acts.map(resolverOfActs), ...(exported(/Resolver$/) as ResolverClass[]), listsOf(plans)]

/** The documented responses of all routes, keyed by `METHOD /path`. */
export const answers: Answers = Object.assign({}, ...acts.map(answersOfActs), ...exported(/Answers$/))

nameJobTypes(jobTypes)
