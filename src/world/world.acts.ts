import { Type, type TProperties } from '@sinclair/typebox'
import { usersByIds } from '../accounts/user.service.js'
import { User } from '../accounts/user.type.js'
import { act, type Act, type Acts, type Reply } from '../acts/act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { asSent, message, named } from '../http/answers.js'
import { setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import { saidAs, says } from '../lib/described.js'
import { storedShapes } from '../documents/document-members.js'
import { load } from '../lib/load.js'
import { uuid } from '../lib/schema.js'
import { normalUuid } from '../lib/uuid.js'
import { forksShared, showsShared } from '../shared-kinds.js'
import { worldArrays, type WorldArray } from './world-kinds.js'
import { getObject, removeObject, saveObject } from './world-item.service.js'
import { kindMembers } from './world-object.shape.js'
import { mergeIntoOwnWorld } from './world-merge.service.js'
import { moveWorldObjects } from './world-move.service.js'
import * as worlds from './world.service.js'
import {
  copiesInWorld,
  nameOfObject,
  objectPaths,
  savedObjectSchema,
  worldMoveSchema,
  worldObjectParams,
  worldRecord,
  worldSchema,
} from './world.shape.js'
import { World } from './world.type.js'

const id = says(savedObjectSchema.properties.id.description!, Type.String())
const objectNames: Record<WorldArray, string> = {
  entities: 'Entity',
  events: 'Event',
  times: 'Time',
  entityCollections: 'EntityCollection',
  eventCollections: 'EventCollection',
  timeCollections: 'TimeCollection',
  relations: 'WorldRelation',
}

/** The seven arrays, their objects as clients sent them (RF-12). */
const arrays: TProperties = Object.fromEntries(
  Object.entries(worldArrays).map(([array, kind]) => {
    const shapes = { id, name: Type.Optional(nameOfObject), ...storedShapes(kindMembers[kind]) }
    const object = asSent(Type.Object(shapes, { additionalProperties: true }))
    return [array, Type.Array(named(objectNames[array as WorldArray], object))]
  }),
)
const { createdAt, updatedAt, ...columns } = answerShapes(worldRecord)
export const world = named(
  'World',
  Type.Object({
    ...columns,
    ...saidAs(worldSchema.properties, arrays),
    forkedFrom: copiesInWorld,
    createdAt: createdAt!,
    updatedAt: updatedAt!,
  }),
)

showsShared('world_state', {
  answer: world,
  print: async (ctx, id) => [Buffer.from(await worlds.printWorld(ctx, id))],
  owner: (worldId) => ({ worldId }),
})
forksShared('world_state', mergeIntoOwnWorld)

/** The answers for single objects, whose members depend on their kind. */
const object = named('WorldObject', asSent(Type.Object({ id }, { additionalProperties: true })))

function send({ reply }: Reply, { version, text }: worlds.WorldText) {
  setEtag(reply, version)
  return sendJson(reply, [text])
}

const inProject = (id: string | null | undefined) => (id ? normalUuid(id) : null)
const project = { projectId: says('ID of the project.', uuid) }

// The mutations of worlds are in world.resolver.ts and world-item.resolver.ts: they also take typed objects.
export const worldActs: Acts = {
  tag: 'World',
  acts: [
    act({
      says: "Returns the caller's personal world.",
      rest: 'GET /api/world',
      id: 'getWorld',
      run: (ctx) => worlds.getWorldText(ctx),
      answer: world,
      send,
    }),
    act({
      says: "Replaces the given lists of objects of the caller's personal world.",
      rest: 'PUT /api/world',
      id: 'updateWorld',
      versioned: true,
      body: worldSchema,
      run: (ctx, { body, ifVersion }) => worlds.updateWorld(ctx, body, null, ifVersion),
      answer: world,
      send,
    }),
    act({
      says:
        'Moves objects from one world of the viewer to another, all or ' +
        'none, and returns the world to which they were moved.',
      rest: 'POST /api/world/move',
      body: worldMoveSchema,
      run: (ctx, { body }) => moveWorldObjects(ctx, body),
      answer: world,
      refuses: [403, 404],
      send: async (to, _done, { body }) => send(to, await worlds.getWorldText(to.ctx, inProject(body.toProjectId))),
      mutation: {
        name: 'moveWorldObjects',
        input:
          'Objects to move from one world of the viewer to another. References in them and to them stay as they are.',
        payload: { world: () => World },
        node: (ctx, _done, { body }) => worlds.getWorld(ctx, inProject(body.toProjectId)),
      },
    }),
    act({
      says: "Returns the caller's world in a project.",
      rest: 'GET /api/projects/:projectId/world',
      id: 'getProjectWorld',
      params: project,
      run: (ctx, { projectId }) => worlds.getWorldText(ctx, normalUuid(projectId)),
      answer: world,
      refuses: [403],
      send,
    }),
    act({
      says: "Replaces the given lists of objects of the caller's world in a project.",
      rest: 'PUT /api/projects/:projectId/world',
      id: 'updateProjectWorld',
      versioned: true,
      params: project,
      body: worldSchema,
      run: (ctx, { projectId, body, ifVersion }) => worlds.updateWorld(ctx, body, normalUuid(projectId), ifVersion),
      answer: world,
      refuses: [403],
      send,
    }),
    act({
      says: "Deletes all objects of a user's personal world; worlds in projects stay. For administrators.",
      rest: 'DELETE /api/admin/world/:userId',
      auth: 'admin',
      params: { userId: says('ID of the user.', uuid) },
      run: (ctx, { userId }) => worlds.clearWorld(ctx, normalUuid(userId)),
      answer: Type.Object({ ...message.properties, userId: says('ID of the user.', uuid) }),
      send: (_to, _done, { userId }) => ({ message: 'World state cleared successfully', userId: normalUuid(userId) }),
      mutation: {
        name: 'clearWorld',
        input: 'The user whose personal world is to be emptied.',
        payload: { user: { type: () => User, nullable: true, says: 'The user whose personal world was emptied.' } },
        deletes: true,
        node: (ctx, _done, { userId }) => load(ctx, usersByIds, normalUuid(userId)),
      },
    }),
    ...actsOfObjects('/api/world', 'WorldObject', "the caller's personal world", {}, []),
    ...actsOfObjects(
      '/api/projects/:projectId/world',
      'ProjectWorldObject',
      "the caller's world in a project",
      project,
      [403],
    ),
  ],
}

/** Returns the acts of single objects of one of the caller's worlds, the personal one or the one in a project. */
function actsOfObjects(
  at: '/api/world' | '/api/projects/:projectId/world',
  name: string,
  where: string,
  owner: TProperties,
  refuses: readonly number[],
): Act[] {
  const path = `${at}/:kind/:objectId` as const
  const params = { ...owner, ...worldObjectParams.properties }
  const objectOf = ({ projectId, kind, objectId }: { projectId?: unknown; kind: string; objectId: string }) => ({
    projectId: inProject(projectId as string | undefined),
    kind: objectPaths[kind]!,
    objectId,
  })
  return [
    act({
      says: `Returns an object of ${where}.`,
      rest: `GET ${path}`,
      id: `get${name}`,
      params,
      run: (ctx, input) => getObject(ctx, objectOf(input)),
      answer: object,
      refuses,
      send({ reply }, { text, version }) {
        setEtag(reply, version)
        return sendJson(reply, text)
      },
    }),
    act({
      says: `Adds or replaces an object of ${where}.`,
      rest: `PUT ${path}`,
      id: `save${name}`,
      versioned: true,
      params,
      body: savedObjectSchema,
      run: (ctx, input) => saveObject(ctx, objectOf(input), input.body, input.ifVersion),
      answer: { 200: object, 201: object },
      refuses,
      send({ reply }, { version, text, isNew }) {
        setEtag(reply, version)
        return sendJson(reply, text, isNew ? 201 : 200)
      },
    }),
    act({
      says: `Deletes an object of ${where}.`,
      rest: `DELETE ${path}`,
      id: `delete${name}`,
      versioned: true,
      params,
      run: (ctx, input) => removeObject(ctx, objectOf(input), input.ifVersion),
      answer: message,
      refuses,
      send: () => ({ message: 'World object deleted successfully' }),
    }),
  ]
}
