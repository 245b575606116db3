import type { Static } from '@sinclair/typebox'
import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { namedInputOf, plain } from '../graphql/classes.js'
import { payloadOf } from '../graphql/payloads.js'
import { load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { projectParams } from '../projects/project.shape.js'
import { Project } from '../projects/project.type.js'
import { updateWorldInput, worldSchema } from './world.shape.js'
import { World } from './world.type.js'
import * as worlds from './world.service.js'

const UpdateWorldInput = namedInputOf(updateWorldInput)
const UpdateWorldPayload = payloadOf('updateWorld', { world: () => World })

readsNodeById('World', worlds.worldsByIds)

@Resolver(() => World)
export class WorldResolver {
  @Query(() => World, {
    description:
      "The viewer's own world: the personal one, or the one in a project. It is created, empty, when first read.",
  })
  world(
    @Ctx() ctx: GraphQLContext,
    @Arg('projectId', () => ID, {
      nullable: true,
      description: 'ID of a project that the viewer may read; the personal world if absent.',
    })
    projectId?: string,
  ): Promise<World> {
    return worlds.getWorld(ctx, projectOf(projectId))
  }

  @Mutation(() => UpdateWorldPayload, {
    description: "Replaces arrays of the viewer's own world, personal or in a project.",
  })
  async updateWorld(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateWorldInput) input: Static<typeof updateWorldInput>,
  ): Promise<{ world: World }> {
    const { projectId, ifVersion, ...arrays } = plain(input) as typeof input
    const world = parse(worldSchema, arrays)
    const { version } = await worlds.updateWorld(ctx, world, projectOf(projectId), ifVersion ?? undefined)
    // Answers with the version of this change, although others may have written since: with a later version, the
    // client's next change would overwrite changes that it never saw.
    return { world: { ...(await worlds.getWorld(ctx, projectOf(projectId))), version } }
  }
}

@Resolver(() => Project)
export class ProjectWorldsResolver {
  @FieldResolver(() => [World], {
    description:
      "The worlds of the project's members that the viewer may read, the viewer's own first, then oldest first. In " +
      'the videos and texts of the project, members refer to the objects of all of them; only the owner changes them.',
  })
  worlds(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<World[]> {
    return load(ctx, worlds.worldsOfProjects, project.id)
  }
}

/** Returns the project of an input in normal form; throws VALIDATION_ERROR unless it is a UUID. */
export function projectOf(projectId: string | undefined | null): string | null {
  return projectId ? normalUuid(parse(projectParams, { projectId }).projectId) : null
}
