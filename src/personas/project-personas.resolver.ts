import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { Project } from '../projects/project.type.js'
import { PersonaConnection, PersonaPageArgs, type Persona } from './persona.type.js'
import { listPage } from '../lib/page.js'
import { listProjectPersonas } from './project-personas.service.js'

@Resolver(() => Project)
export class ProjectPersonasResolver {
  @FieldResolver(() => PersonaConnection, {
    description:
      'The personas of the project that the viewer may read, newest ' +
      'first; hidden ones are listed for their owners only.',
  })
  personas(
    @Ctx() ctx: GraphQLContext,
    @Root() project: Project,
    @Args(() => PersonaPageArgs) args: PersonaPageArgs,
  ): Promise<ConnectionOf<Persona>> {
    return listPage(args, listProjectPersonas(ctx, project.id))
  }
}
