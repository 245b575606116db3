import type { PrintedField } from './graphql/printed-fields.js'
import type { ResolverClass } from './graphql/schema.js'
import type { MountRoutes } from './http/server.js'
import { mountPermissionRoutes } from './access/permission.routes.js'
import { PermissionResolver } from './access/permission.resolver.js'
import { mountAuthRoutes } from './accounts/auth.routes.js'
import { AuthResolver } from './accounts/auth.resolver.js'
import { mountAdminUserRoutes } from './accounts/admin-user.routes.js'
import { AdminUserResolver } from './accounts/admin-user.resolver.js'
import { mountSessionRoutes } from './accounts/session.routes.js'
import { SessionResolver } from './accounts/session.resolver.js'
import { mountApiKeyRoutes } from './accounts/api-key.routes.js'
import { ApiKeyResolver } from './accounts/api-key.resolver.js'
import { mountGroupRoutes } from './groups/group.routes.js'
import { mountAdminGroupRoutes } from './groups/admin-group.routes.js'
import { GroupMemberResolver, GroupResolver } from './groups/group.resolver.js'
import { mountProjectRoutes } from './projects/project.routes.js'
import { ProjectResolver } from './projects/project.resolver.js'
import { ProjectMemberResolver } from './projects/project-member.resolver.js'
import { mountVideoRoutes } from './videos/video.routes.js'
import { VideoResolver } from './videos/video.resolver.js'
import { mountAssignmentRoutes } from './videos/assignment.routes.js'
import { AssignmentResolver, ProjectVideosResolver, VideoAssignmentsResolver } from './videos/assignment.resolver.js'
import { RuleResolver } from './videos/rule.resolver.js'
import { mountPersonaRoutes } from './personas/persona.routes.js'
import { OntologyResolver, PersonaResolver } from './personas/persona.resolver.js'
import { mountProjectPersonaRoutes } from './personas/project-personas.routes.js'
import { PersonaProjectResolver, ProjectPersonasResolver } from './personas/project-personas.resolver.js'
import { mountWorldRoutes } from './world/world.routes.js'
import { WorldResolver } from './world/world.resolver.js'
import {
  EntityCollectionResolver,
  EntityResolver,
  EventCollectionResolver,
  EventResolver,
  TimeCollectionResolver,
  WorldRelationResolver,
} from './world/world-object.resolver.js'
import { TypeAssignmentResolver } from './world/type-assignment.resolver.js'
import { mountOntologyDataRoutes } from './world/ontology-data.routes.js'
import { OntologyDataResolver } from './world/ontology-data.resolver.js'
import { mountAnnotationRoutes } from './annotations/annotation.routes.js'
import { AnnotationResolver, VideoAnnotationsResolver } from './annotations/annotation.resolver.js'
import { mountDetectRoutes } from './annotations/detect.routes.js'
import { DetectResolver } from './annotations/detect.resolver.js'
import { mountModelRoutes } from './models/model.routes.js'
import { ModelResolver } from './models/model.resolver.js'
import { mountJobRoutes } from './jobs/job.routes.js'
import { JobResolver } from './jobs/job.resolver.js'
import { nameJobTypes } from './jobs/job.type.js'
import { jobTypes } from './job-types.js'
import { mountSummaryRoutes } from './summaries/summary.routes.js'
import { PersonaSummariesResolver, SummaryResolver, VideoSummariesResolver } from './summaries/summary.resolver.js'
import { mountClaimRoutes } from './claims/claim.routes.js'
import { mountClaimJobRoutes } from './claims/claim-job.routes.js'
import { mountRelationRoutes } from './claims/relation.routes.js'
import { ClaimRelationResolver, ClaimResolver, SummaryClaimsResolver } from './claims/claim.resolver.js'
import { printedClaims } from './claims/claim-print.js'
import { ClaimContextResolver, GlossResolver } from './claims/gloss.resolver.js'
import { ClaimMutationResolver } from './claims/claim-mutation.resolver.js'
import { SearchResolver } from './claims/search.resolver.js'
import { mountOperationsRoutes } from './operations/operations.routes.js'
import { mountQueueBoard } from './operations/queue-board.routes.js'
import { OperationsResolver } from './operations/operations.resolver.js'
import { NodeResolver } from './operations/node.resolver.js'
import { mountDeletionRoutes } from './deletion/deletion.routes.js'
import { DeletionResolver } from './deletion/deletion.resolver.js'

import { mountShareRoutes } from './sharing/share.routes.js'
import { ForkResolver, ShareResolver } from './sharing/share.resolver.js'

import { mountExportRoutes } from './exchange/export/export.routes.js'
import { mountImportRoutes } from './exchange/import/import.routes.js'
import { ExchangeResolver } from './exchange/exchange.resolver.js'

nameJobTypes(jobTypes)

/** What every area brings to the doors, in the order of the areas. */
export const routes: MountRoutes[] = [
  mountPermissionRoutes,
  mountAuthRoutes,
  mountAdminUserRoutes,
  mountSessionRoutes,
  mountApiKeyRoutes,
  mountGroupRoutes,
  mountAdminGroupRoutes,
  mountProjectRoutes,
  mountVideoRoutes,
  mountAssignmentRoutes,
  mountPersonaRoutes,
  mountProjectPersonaRoutes,
  mountWorldRoutes,
  mountOntologyDataRoutes,
  mountAnnotationRoutes,
  mountDetectRoutes,
  mountModelRoutes,
  mountJobRoutes,
  mountSummaryRoutes,
  mountClaimRoutes,
  mountClaimJobRoutes,
  mountRelationRoutes,
  mountDeletionRoutes,
  mountOperationsRoutes,
  mountQueueBoard,
  mountShareRoutes,
  mountExportRoutes,
  mountImportRoutes,
]

export const resolvers: ResolverClass[] = [
  PermissionResolver,
  AuthResolver,
  AdminUserResolver,
  SessionResolver,
  ApiKeyResolver,
  GroupResolver,
  GroupMemberResolver,
  ProjectResolver,
  ProjectMemberResolver,
  VideoResolver,
  AssignmentResolver,
  VideoAssignmentsResolver,
  ProjectVideosResolver,
  RuleResolver,
  PersonaResolver,
  OntologyResolver,
  ProjectPersonasResolver,
  PersonaProjectResolver,
  WorldResolver,
  EntityResolver,
  EventResolver,
  EntityCollectionResolver,
  EventCollectionResolver,
  TimeCollectionResolver,
  WorldRelationResolver,
  TypeAssignmentResolver,
  OntologyDataResolver,
  AnnotationResolver,
  VideoAnnotationsResolver,
  DetectResolver,
  ModelResolver,
  JobResolver,
  SummaryResolver,
  VideoSummariesResolver,
  PersonaSummariesResolver,
  SummaryClaimsResolver,
  ClaimResolver,
  ClaimRelationResolver,
  ClaimMutationResolver,
  GlossResolver,
  ClaimContextResolver,
  SearchResolver,
  OperationsResolver,
  NodeResolver,
  DeletionResolver,
  ShareResolver,
  ForkResolver,
  ExchangeResolver,
]

/** Fields that the database prints as a whole where nothing but columns is selected. */
export const printedFields: PrintedField[] = [printedClaims]
