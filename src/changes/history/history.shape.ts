import { Type, type Static } from '@sinclair/typebox'
import { answeredAs, anyId, asJson, oneOf, says, typed } from '../../lib/described.js'
import { kindOf } from '../../kind-words.js'
import { kindNames, type HistoryKind } from '../../kinds.js'
import { operation, via } from '../log/log.shape.js'
import { nullable, optional, shortText, uuid } from '../../lib/schema.js'

/** The kinds of things that have a history, by their names in the log of changes. */
export const historyKinds = kindNames<HistoryKind>(
  ({ content, isStorage }) => content !== undefined && isStorage === undefined,
)
export const historyKind = kindOf(historyKinds)

const thing = {
  kind: says('Kind of the thing.', historyKind),
  id: says(
    'ID of the thing: of a type or an ontology that of its persona, of an object of a world that of the world.',
    uuid,
  ),
}
const part = says(
  'ID of a type within its ontology, or of an object within its world; required for these and for nothing else.',
  anyId(shortText),
)
export const historyParams = thing
export const historyPart = { part: Type.Optional(part) }

const text = Type.String()
const anything = Type.Unknown()

export const historyChange = typed(
  'HistoryChange',
  'A member that a change of a thing set, removed or replaced.',
  Type.Object({
    member: says(
      'Name of the member, as answers have it; of an ontology or a world the array, such as `entities`.',
      text,
    ),
    item: says(
      'Of an array of an ontology or a world: ID of the type or object in it that changed; null otherwise.',
      nullable(anyId(text)),
    ),
    before: says('Its value before the change; null where it had none.', asJson(nullable(anything))),
    after: says('Its value after the change; null where it has none.', asJson(nullable(anything))),
  }),
)

export const historyActor = typed(
  'HistoryActor',
  'The user who made a change.',
  Type.Object({
    id: answeredAs('userId', says('ID of the user.', anyId(text))),
    username: says('User name; null once the account is gone.', nullable(text)),
    displayName: says('Name to display; null once the account is gone.', nullable(text)),
  }),
)

export const historyEntry = typed(
  'HistoryEntry',
  'A change of a thing: everything that one request, or one job, changed of it at once.',
  Type.Object({
    position: says('Position of the change in the log of changes.', text),
    at: says('When it was made.', Type.String({ format: 'date-time' })),
    operation: says('Whether the thing was made, changed or deleted.', operation),
    version: says(
      'Version of the thing after the change; of a deletion the one that was deleted; null for what has no versions.',
      nullable(Type.Integer()),
    ),
    actor: says('Who made it; null where nobody did, and where the log does not say so.', nullable(historyActor)),
    via: says('Through what it was made; null where the log does not say so.', nullable(via)),
    viaName: says(
      'Name of the token, kind of work of the job or name of the periodic work; null for sessions and where it is gone.',
      nullable(text),
    ),
    model: says('The model of the job, where it is known; null otherwise.', nullable(text)),
    requestId: says('ID of the request; null where there was none.', nullable(text)),
    changes: says('The members that it changed, in the order of answers.', Type.Array(historyChange)),
  }),
)
export type HistoryChange = Static<typeof historyChange>
export type HistoryEntry = Static<typeof historyEntry>

const versionChoice = {
  version: optional(says('Version of a thing that has versions of its own.', Type.Integer({ minimum: 1 }))),
  position: optional(says('Position of the change after which the thing was as it is to be again.', shortText)),
}
/** The version to go back to in inputs of GraphQL. */
export const versionReference = {
  input: says(
    'What the thing is to go back to.',
    oneOf('VersionReferenceInput', 'An earlier state of a thing.', Type.Object(versionChoice)),
  ),
  of: { version: 'version', position: 'position' },
}

export const restoreSchema = Type.Object({
  part: optional(part),
  version: optional(
    says(
      'Version to go back to, for what has versions of its own; either this or `position`.',
      Type.Integer({ minimum: 1 }),
    ),
  ),
  position: optional(
    says('Position of the change after which the thing was as it is to be again; either this or `version`.', shortText),
  ),
})

export const restoredVersion = typed(
  'RestoreVersionPayload',
  'What became of a thing that went back to an earlier version.',
  Type.Object({
    kind: thing.kind,
    id: answeredAs('thingId', says(thing.id.description!, anyId(text))),
    part: says('ID of the type or object; null for other things.', nullable(anyId(text))),
    version: says(
      'The version that it has now; of a type or an object that of its ontology or world; null for what has none.',
      nullable(Type.Integer()),
    ),
    members: says(
      'Names of the members that were restored; none where the thing already was as in that version.',
      Type.Array(text),
    ),
  }),
)
export type RestoredVersion = Static<typeof restoredVersion>
