import { Type } from '@sinclair/typebox'
import { sharedTypes } from '../access/vocabulary.js'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { person } from '../accounts/user.shape.js'
import { answerShapes, columnShapes } from '../database/rows/record-schema.js'
import { groupRecord } from '../groups/group.shape.js'
import { named, successMessage } from '../http/answers.js'
import { sendJson } from '../http/send.js'
import { kindNamed } from '../kinds.js'
import { saidAs, says } from '../lib/described.js'
import { choice, glossItem, nullable, uuid } from '../lib/schema.js'
import { forkOf, shownAs } from '../shared-kinds.js'
import { forkShare } from './fork.service.js'
import * as shares from './share.service.js'
import { forkSchema, shareReceiver, shareRecord, shareSchema } from './share.shape.js'
import { Fork, Share } from './share.type.js'
import { printResource } from './shared-resource.service.js'

const text = Type.String()
const inside: readonly unknown[] = sharedTypes.map((type) => kindNamed(type)?.share)
const shapes = Object.fromEntries(Object.entries(answerShapes(shareRecord)).filter(([name]) => !inside.includes(name)))
const group = Type.Object(saidAs(columnShapes(groupRecord), { id: uuid, name: text, slug: text }))

const share = named('Share', Type.Object(shapes))
const received = named(
  'ReceivedShare',
  Type.Object({ ...shapes, sharedByUser: says('The user who shared the resource.', person) }),
)
const sent = named(
  'SentShare',
  Type.Object({
    ...shapes,
    sharedWithUser: says('The user that the resource is shared with; null if it is a group.', nullable(person)),
    sharedWithGroup: says('The group that the resource is shared with; null if it is a user.', nullable(group)),
    isExpired: says('Whether the share has ended.', Type.Boolean()),
  }),
)

const references = Type.Array(
  named(
    'NamedReference',
    Type.Object({
      type: says('Kind of the reference, as in rich text, or `persona`.', text),
      content: says('ID of what is referred to, as in rich text.', text),
      ...saidAs(glossItem.properties, { refType: nullable(text), refPersonaId: nullable(text) }),
      name: says('Name of what is referred to.', text),
      types: says('Names of the types that personas assign to it; of a persona, its role.', Type.Array(text)),
      picture: says('The picture of it, as it was sent; null if there is none.', Type.Unknown()),
    }),
  ),
)
const resource = named(
  'SharedResource',
  Type.Unsafe({
    anyOf: sharedTypes.map((kind) =>
      Type.Object({
        ...saidAs(shapes, { resourceType: choice([kind]), resourceId: uuid }),
        resource: says('The resource, as its own routes answer it.', shownAs(kind).answer),
        references: says(
          'What the resource refers to, by name: the persona it was made for, types, world objects and annotations.',
          references,
        ),
      }),
    ),
  }),
)

// Throws when the server starts if a kind has no fork.
sharedTypes.forEach(forkOf)

const one = { shareId: says('ID of the share.', uuid) }

interface Resource {
  resourceType: Parameters<typeof printResource>[1]
  resourceId: string
}

const sendResource = async ({ ctx, reply }: Reply, { resourceType, resourceId }: Resource, status: number) =>
  sendJson(reply, await printResource(ctx, resourceType, resourceId), status)

export const shareActs: Acts = {
  tag: 'Sharing',
  acts: [
    act({
      says:
        'Shares a resource with a user or a group. For those who may share the resource, and for recipients of a ' +
        'FORKABLE share of it. If the caller has shared it with them before, that share is changed instead.',
      rest: 'POST /api/sharing',
      body: shareSchema,
      run: (ctx, { body }) => shares.shareResource(ctx, body),
      status: 201,
      answer: share,
      refuses: [403, 404],
      mutation: {
        name: 'shareResource',
        input: 'The resource to share, and the user or group to share it with.',
        choices: { receiver: shareReceiver },
        payload: { share: () => Share },
      },
    }),
    listAct({
      says: 'Lists what others share with the caller.',
      rest: 'GET /api/sharing/received',
      id: 'listReceivedShares',
      item: received,
      list: (ctx) => shares.listReceived(ctx),
    }),
    listAct({
      says: 'Lists what the caller shares with others.',
      rest: 'GET /api/sharing/sent',
      id: 'listSentShares',
      item: sent,
      list: (ctx) => shares.listSent(ctx),
    }),
    act({
      says:
        'Deletes a share and all shares passed on from it; returns its ID. For whoever made the share, the owner of ' +
        'the resource, and administrators.',
      rest: 'DELETE /api/sharing/:shareId',
      params: one,
      run: (ctx, { shareId }) => shares.revokeShare(ctx, shareId),
      answer: successMessage,
      refuses: [403],
      send: () => ({ success: true, message: 'Share revoked successfully' }),
      mutation: { name: 'revokeShare', input: 'The share to revoke.', id: 'shareId', deletes: true },
    }),
    act({
      says: 'Returns what a share shows, with what its text refers to.',
      rest: 'GET /api/sharing/:shareId/resource',
      id: 'getSharedResource',
      params: one,
      run: (ctx, { shareId }) => shares.getReadableShare(ctx, shareId),
      answer: resource,
      refuses: [403],
      send: (to, found) => sendResource(to, found, 200),
    }),
    act({
      says:
        'Makes a deep copy of a shared resource for the caller, a recipient of the share. FORBIDDEN if the share has ' +
        "expired, or if neither its permission level nor the caller's role in the project allows forks.",
      rest: 'POST /api/sharing/:shareId/fork',
      params: one,
      body: forkSchema,
      run: (ctx, { shareId, body }) => forkShare(ctx, shareId, body),
      status: 201,
      answer: resource,
      refuses: [403],
      send: (to, made) => sendResource(to, made, 201),
      mutation: {
        name: 'forkShare',
        input:
          'The share to fork, and where the copy of a summary or claim goes. Members that are not for the kind are ' +
          'ignored.',
        payload: () => Fork,
      },
    }),
  ],
}
