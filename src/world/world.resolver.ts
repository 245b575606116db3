import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { usersByIds } from '../accounts/user.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { arraysOf } from '../graphql/members.js'
import { forgetLoaded, load } from '../lib/load.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { projectsByIds } from '../projects/project.service.js'
import { Project } from '../projects/project.type.js'
import { ClearWorldInput, UpdateWorldInput } from './world.input.js'
import { arraysOfWorlds, type WorldKind } from './world-object.service.js'
import { arraysOfObjects } from './world-members.js'
import { worldObject } from './world-rows.js'
import { projectWorldParams, worldOwnerParams, worldSchema } from './world.schema.js'
import {
  ClearWorldPayload,
  Entity,
  EntityCollection,
  Event,
  EventCollection,
  TimeCollection,
  TimeObject,
  World,
  WorldRelation,
} from './world.type.js'
import * as worlds from './world.service.js'

@Resolver(() => World)
export class WorldResolver {
  @Query(() => World, {
    description: "The viewer's world: the personal one, or that of a project; made empty on first read.",
  })
  world(
    @Ctx() ctx: GraphQLContext,
    @Arg('projectId', () => ID, { nullable: true, description: 'A project that the viewer belongs to.' })
    projectId?: string,
  ): Promise<World> {
    return worlds.getWorld(ctx, projectOf(projectId))
  }

  @Mutation(() => World, { description: "Replaces arrays of the viewer's world." })
  async updateWorld(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateWorldInput) input: UpdateWorldInput,
  ): Promise<World> {
    const { projectId, ifVersion, typed, ...arrays } = input
    const given = parse(worldSchema, arraysOf(arrays, typed, arraysOfObjects))
    await worlds.updateWorld(ctx, given, projectOf(projectId), ifVersion)
    forgetLoaded(ctx)
    return worlds.getWorld(ctx, projectOf(projectId))
  }

  @Mutation(() => ClearWorldPayload, { description: 'Empties the personal world of a user; for administrators.' })
  async clearWorld(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ClearWorldInput) input: ClearWorldInput,
  ): Promise<ClearWorldPayload> {
    const userId = normalUuid(parse(worldOwnerParams, { ...input }).userId)
    await worlds.clearWorld(ctx, userId)
    forgetLoaded(ctx)
    return { user: (await load(ctx, usersByIds, userId)) ?? null }
  }

  @FieldResolver(() => User, { nullable: true, description: 'Whose world it is.' })
  async owner(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<User | null> {
    return (await load(ctx, usersByIds, world.userId)) ?? null
  }

  @FieldResolver(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null for a personal world.',
  })
  async project(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<Project | null> {
    return world.projectId ? ((await load(ctx, projectsByIds, world.projectId)) ?? null) : null
  }

  @FieldResolver(() => [Entity], { description: 'People, things and places.' })
  entities(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<Entity[]> {
    return objects(ctx, world, 'entity')
  }

  @FieldResolver(() => [Event], { description: 'What happens.' })
  events(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<Event[]> {
    return objects(ctx, world, 'event')
  }

  @FieldResolver(() => [TimeObject], { description: 'Moments and intervals.' })
  times(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<TimeObject[]> {
    return objects(ctx, world, 'time')
  }

  @FieldResolver(() => [EntityCollection], { description: 'Groups of entities.' })
  entityCollections(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<EntityCollection[]> {
    return objects(ctx, world, 'entity_collection')
  }

  @FieldResolver(() => [EventCollection], { description: 'Groups of events.' })
  eventCollections(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<EventCollection[]> {
    return objects(ctx, world, 'event_collection')
  }

  @FieldResolver(() => [TimeCollection], { description: 'Groups of times.' })
  timeCollections(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<TimeCollection[]> {
    return objects(ctx, world, 'time_collection')
  }

  @FieldResolver(() => [WorldRelation], { description: 'Relations between objects.' })
  relations(@Ctx() ctx: GraphQLContext, @Root() world: World): Promise<WorldRelation[]> {
    return objects(ctx, world, 'relation')
  }
}

async function objects(ctx: GraphQLContext, world: World, kind: WorldKind) {
  return (await load(ctx, arraysOfWorlds, { worldId: world.id, kind })).map(worldObject)
}

function projectOf(projectId: string | undefined | null): string | null {
  return projectId ? normalUuid(parse(projectWorldParams, { projectId }).projectId) : null
}
