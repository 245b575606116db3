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
import { mountPersonaRoutes } from './personas/persona.routes.js'
import { OntologyResolver, PersonaResolver } from './personas/persona.resolver.js'

/** What every area brings to the doors, in the order of the areas. */
export const routes: MountRoutes[] = [
  mountAuthRoutes,
  mountGroupRoutes,
  mountAdminGroupRoutes,
  mountProjectRoutes,
  mountPersonaRoutes,
]

export const resolvers: ResolverClass[] = [
  AuthResolver,
  GroupResolver,
  GroupMemberResolver,
  ProjectResolver,
  ProjectMemberResolver,
  PersonaResolver,
  OntologyResolver,
]
