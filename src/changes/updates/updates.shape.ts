import { Type, type Static } from '@sinclair/typebox'
import { ofAnyKind } from '../../kind-words.js'
import { says } from '../../lib/described.js'
import { nullable } from '../../lib/schema.js'
import { longestWait } from '../feed/feed.shape.js'

export const updatesQuery = Type.Object({
  since: Type.Optional(
    Type.String({ description: 'The `position` of the last answer. Without it, the answer only has a position.' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestWait,
      description: 'How long to wait, in seconds, if nothing has changed yet.',
    }),
  ),
})

const ids = (what: string) => says(what, nullable(Type.Array(Type.String())))

const updateShape = Type.Object({
  kind: says('Kind of the things, as the history and webhooks name it.', ofAnyKind(Type.String())),
  ids: ids('IDs of the things, of types their persona, of objects their world; null for more than 50.'),
  videoId: says(
    'Video that the things belong to; null if it is not known, or for another kind.',
    nullable(Type.String()),
  ),
  actorId: says('User who changed them; null for the server itself.', nullable(Type.String())),
  requestId: says('ID of the request (`X-Request-Id`) that changed them.', nullable(Type.String())),
})
export type Update = Static<typeof updateShape>

export const updatesShape = Type.Object({
  position: says('Where to go on.', Type.String()),
  everything: says(
    'Whether anything may have changed, because so may have the access rights of the caller, or too much has changed.',
    Type.Boolean(),
  ),
  updates: says('What has changed, without an order.', Type.Array(updateShape)),
})
export type Updates = Static<typeof updatesShape>
