import type { ResolverClass } from './graphql/schema.js'
import type { MountRoutes } from './http/server.js'
import { mountAuthRoutes } from './accounts/auth.routes.js'
import { AuthResolver } from './accounts/auth.resolver.js'
import { mountGroupRoutes } from './groups/group.routes.js'
import { mountAdminGroupRoutes } from './groups/admin-group.routes.js'
import { GroupMemberResolver, GroupResolver } from './groups/group.resolver.js'
import { mountProjectRoutes } from './projects/project.routes.js'
import { ProjectResolver } from './projects/project.resolver.js'
import { ProjectMemberResolver } from './projects/project-member.resolver.js'
import { mountVideoRoutes } from './videos/video.routes.js'
import { VideoResolver } from './videos/video.resolver.js'
import { mountAssignmentRoutes } from './videos/assignment.routes.js'
import { AssignmentResolver, VideoAssignmentsResolver } from './videos/assignment.resolver.js'
import { RuleResolver } from './videos/rule.resolver.js'
import { mountPersonaRoutes } from './personas/persona.routes.js'
import { OntologyResolver, PersonaResolver } from './personas/persona.resolver.js'
import { mountWorldRoutes } from './world/world.routes.js'
import { WorldResolver } from './world/world.resolver.js'
import {
  EntityCollectionResolver, EntityResolver, EventCollectionResolver, EventResolver, TimeCollectionResolver, WorldRelationResolver,
} from './world/world-object.resolver.js'
import { TypeAssignmentResolver } from './world/type-assignment.resolver.js'
import { mountOntologyDataRoutes } from './world/ontology-data.routes.js'
import { OntologyDataResolver } from './world/ontology-data.resolver.js'

import { mountJobRoutes } from './jobs/job.routes.js'
import { JobResolver } from './jobs/job.resolver.js'
import type { JobHandlers } from './jobs/job-runner.service.js'
import { mountSummaryRoutes } from './summaries/summary.routes.js'
import { PersonaSummariesResolver, SummaryResolver, VideoSummariesResolver } from './summaries/summary.resolver.js'
import { runSummary } from './summaries/summarization.service.js'
import { mountClaimRoutes } from './claims/claim.routes.js'
import { mountClaimJobRoutes } from './claims/claim-job.routes.js'
import { mountRelationRoutes } from './claims/relation.routes.js'
import { ClaimRelationResolver, ClaimResolver, SummaryClaimsResolver } from './claims/claim.resolver.js'
import { ClaimMutationResolver } from './claims/claim-mutation.resolver.js'
import { runExtraction } from './claims/extraction.service.js'
import { runSynthesis } from './claims/synthesis.service.js'

/** What every area brings to the doors, in the order of the areas. */
export const routes: MountRoutes[] = [
  mountAuthRoutes,
  mountGroupRoutes,
  mountAdminGroupRoutes,
  mountProjectRoutes,
  mountVideoRoutes,
  mountAssignmentRoutes,
  mountPersonaRoutes,
  mountWorldRoutes,
  mountOntologyDataRoutes,
  mountJobRoutes,
  mountSummaryRoutes,
  mountClaimRoutes,
  mountClaimJobRoutes,
  mountRelationRoutes,
]

export const resolvers: ResolverClass[] = [
  AuthResolver,
  GroupResolver,
  GroupMemberResolver,
  ProjectResolver,
  ProjectMemberResolver,
  VideoResolver,
  AssignmentResolver,
  VideoAssignmentsResolver,
  RuleResolver,
  PersonaResolver,
  OntologyResolver,
  WorldResolver,
  EntityResolver,
  EventResolver,
  EntityCollectionResolver,
  EventCollectionResolver,
  TimeCollectionResolver,
  WorldRelationResolver,
  TypeAssignmentResolver,
  OntologyDataResolver,
  JobResolver,
  SummaryResolver,
  VideoSummariesResolver,
  PersonaSummariesResolver,
  SummaryClaimsResolver,
  ClaimResolver,
  ClaimRelationResolver,
  ClaimMutationResolver,
]

export const jobHandlers: JobHandlers = {
  'video-summarization': runSummary,
  'claim-extraction': runExtraction,
  'claim-synthesis': runSynthesis,
}
