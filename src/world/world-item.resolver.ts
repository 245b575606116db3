import type { Static } from '@sinclair/typebox'
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { namedInputOf, plain } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { payloadOf } from '../graphql/payloads.js'
import { VersionedIdInput, type VersionedId } from '../graphql/shared-inputs.js'
import { parse } from '../lib/validate.js'
import { worldArrays, type WorldArray } from './world-kinds.js'
import { ownObjectOf, removeObject, saveObject } from './world-item.service.js'
import { worldObject } from './world-rows.js'
import { projectOf } from './world.resolver.js'
import { saveWorldObjectInput, worldObject as objectSchema } from './world.shape.js'
import { getWorld } from './world.service.js'
import { SaveWorldObjectPayload, World } from './world.type.js'

const SaveWorldObjectInput = namedInputOf(saveWorldObjectInput)
const DeleteWorldObjectPayload = payloadOf(
  'deleteWorldObject',
  { world: { type: () => World, says: 'The world with its version after this change.' } },
  true,
)

/** The array of the object under each name of the input. */
const arrayOf: Readonly<Record<string, WorldArray>> = {
  entity: 'entities',
  event: 'events',
  time: 'times',
  entityCollection: 'entityCollections',
  eventCollection: 'eventCollections',
  timeCollection: 'timeCollections',
  relation: 'relations',
}

/** Returns the kind and the document of an object. */
function objectIn(choice: object) {
  const [name = '', document] = Object.entries(choice)[0] ?? []
  return { kind: worldArrays[arrayOf[name]!], body: parse(objectSchema, document, `object.${name}`) }
}

@Resolver()
export class WorldItemResolver {
  @Mutation(() => SaveWorldObjectPayload, {
    description: "Saves one object in the viewer's own world; all other objects stay as they are at that moment.",
  })
  async saveWorldObject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SaveWorldObjectInput) input: Static<typeof saveWorldObjectInput>,
  ): Promise<SaveWorldObjectPayload> {
    const { projectId, ifVersion, object } = plain(input) as typeof input
    const { kind, body } = objectIn(object)
    const target = { projectId: projectOf(projectId), kind, objectId: body.id }
    const { version, worldId, name } = await saveObject(ctx, target, body, ifVersion ?? undefined)
    return {
      object: worldObject({ worldId, kind, key: body.id, name, body }),
      world: { ...(await getWorld(ctx, target.projectId)), version },
    }
  }

  @Mutation(() => DeleteWorldObjectPayload, {
    description:
      "Deletes one object from one of the viewer's own worlds. References to it stay and then lead nowhere, as when " +
      '`updateWorld` leaves it out.',
  })
  async deleteWorldObject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => VersionedIdInput, { description: 'The object to delete.' }) { id, ifVersion }: VersionedId,
  ): Promise<{ world: World }> {
    const target = await ownObjectOf(ctx, id)
    const { version } = await removeObject(ctx, target, ifVersion ?? undefined)
    return { world: { ...(await getWorld(ctx, target.projectId)), version } }
  }
}
