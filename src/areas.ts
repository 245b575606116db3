import type { ResolverClass } from './graphql/schema.js'
import type { MountRoutes } from './http/server.js'
import { mountAuthRoutes } from './accounts/auth.routes.js'
import { AuthResolver } from './accounts/auth.resolver.js'
import { mountPersonaRoutes } from './personas/persona.routes.js'
import { OntologyResolver, PersonaResolver } from './personas/persona.resolver.js'

/** What every area brings to the doors, in the order of the areas. */
export const routes: MountRoutes[] = [
  mountAuthRoutes,
  mountPersonaRoutes,
]

export const resolvers: ResolverClass[] = [
  AuthResolver,
  PersonaResolver,
  OntologyResolver,
]
