import { Type, type TSchema } from '@sinclair/typebox'
import { annotation } from '../annotations/annotation.acts.js'
import { claim } from '../claims/claim.acts.js'
import { answerShapes } from '../database/record-schema.js'
import { named, person, successMessage, type Answers } from '../http/answers.js'
import { choice, nullable, uuid } from '../lib/schema.js'
import { persona } from '../personas/persona.answers.js'
import { summary } from '../summaries/summary.acts.js'
import { world } from '../world/world.answers.js'
import { shareRecord } from './share.record.js'

const text = Type.String()
const inside = ['annotationId', 'summaryId', 'claimId', 'personaId', 'worldStateId']
const shapes = Object.fromEntries(Object.entries(answerShapes(shareRecord)).filter(([name]) => !inside.includes(name)))
const group = Type.Object({ id: uuid, name: text, slug: text })

const share = named('Share', Type.Object(shapes))
const received = named('ReceivedShare', Type.Object({ ...shapes, sharedByUser: person }))
const sent = named(
  'SentShare',
  Type.Object({
    ...shapes,
    sharedWithUser: nullable(person),
    sharedWithGroup: nullable(group),
    isExpired: Type.Boolean(),
  }),
)

/** What the resource refers to: the persona it was made for, types and world objects, by name, types and picture. */
const references = Type.Array(
  named(
    'NamedReference',
    Type.Object({
      ...{ type: text, content: text, refType: nullable(text), refPersonaId: nullable(text), name: text },
      ...{ types: Type.Array(text), picture: Type.Unknown() },
    }),
  ),
)
const kinds: Record<string, TSchema> = { annotation, summary, claim, persona, world_state: world }
const resource = named(
  'SharedResource',
  Type.Unsafe({
    anyOf: Object.entries(kinds).map(([kind, shape]) =>
      Type.Object({ resourceType: choice([kind]), resourceId: uuid, resource: shape, references }),
    ),
  }),
)

export const shareAnswers: Answers = {
  'POST /api/sharing': {
    id: 'shareResource',
    says: 'Shares a summary, an annotation, a persona or another thing with a user or a group.',
    refuses: [403, 404],
    201: share,
  },
  'GET /api/sharing/received': {
    id: 'listReceivedShares',
    says: 'Lists what others share with the caller.',
    200: Type.Array(received),
  },
  'GET /api/sharing/sent': {
    id: 'listSentShares',
    says: 'Lists what the caller shares with others.',
    200: Type.Array(sent),
  },
  'DELETE /api/sharing/:shareId': { id: 'revokeShare', says: 'Ends a share.', refuses: [403], 200: successMessage },
  'GET /api/sharing/:shareId/resource': {
    id: 'getSharedResource',
    says: 'Returns what a share shows, with what its text refers to.',
    refuses: [403],
    200: resource,
  },
  'POST /api/sharing/:shareId/fork': {
    id: 'forkShare',
    says: "Copies what is shared into the caller's own work.",
    refuses: [403],
    201: resource,
  },
}
