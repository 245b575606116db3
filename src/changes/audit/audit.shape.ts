import { Type, type Static } from '@sinclair/typebox'
import { kindOf, ofAnyKind } from '../../kind-words.js'
import { answeredAs, anyId, called, says, typed } from '../../lib/described.js'
import { pageQuery } from '../../lib/page-query.js'
import { moment, nullable, shortText, uuid } from '../../lib/schema.js'
import { accessKinds, contentKinds } from '../log/logged-kinds.js'
import { operation, via } from '../log/log.shape.js'

const kind = kindOf([...contentKinds, ...accessKinds])
const text = Type.String()

/** The conditions on the entries of the list; an entry must meet all given conditions. */
const auditConditions = {
  userId: Type.Optional(says('Only what the user with this ID did, or what was done to what is theirs.', uuid)),
  actorId: Type.Optional(says('Only what the user with this ID did.', uuid)),
  kind: Type.Optional(says('Only things of this kind, such as `annotation`, `session` or `permission`.', kind)),
  operation: Type.Optional(says('Only this operation.', operation)),
  thing: called('thingId', Type.Optional(says('Only the thing with this ID.', uuid))),
  projectId: Type.Optional(says('Only what is in the project with this ID, or has left it by the change.', uuid)),
  via: Type.Optional(says('Only what was done in this way.', via)),
  viaId: Type.Optional(says('Only what was done through the session, token or job with this ID.', anyId(shortText))),
  requestId: Type.Optional(says('Only what one request did, by the `X-Request-Id` of its answer.', anyId(shortText))),
  from: Type.Optional(says('Only entries of this time or later.', moment)),
  to: Type.Optional(says('Only entries before this time.', moment)),
}
export type AuditFilter = Static<typeof auditConditionsSchema>
export const auditConditionsSchema = Type.Object(auditConditions)

export const auditQuery = Type.Object({ ...auditConditions, ...pageQuery })

export const auditActor = typed(
  'AuditActor',
  'Who changed something.',
  Type.Object({
    id: answeredAs('userId', says('ID of the user, who may have been deleted since.', anyId(text))),
    username: says('User name; null if the user has been deleted.', nullable(text)),
  }),
)

/** An entry of the log as administrators read it: the act, without content. */
export const auditEntry = typed(
  'AuditEntry',
  'Something that happened on the server: who changed what, when and through what. It holds no content.',
  Type.Object({
    position: says('Position in the log of changes, unique.', text),
    at: says('When the change was made; all changes of one transaction have the same time.', moment),
    kind: says('Kind of the thing, such as `annotation`, `session` or `permission`.', ofAnyKind(text)),
    thing: answeredAs(
      'thingId',
      says('ID of the thing; null for a setting. Of a type or an object of a world, its persona or world.', {
        ...nullable(uuid),
      }),
    ),
    part: says(
      'Key of the type or the object within its persona or world, or name of a setting; null otherwise.',
      nullable(text),
    ),
    operation: says('What was done with it.', operation),
    version: says('Version of the thing after the change; null where it has none.', nullable(Type.Integer())),
    actor: says('Who did it; null where nobody was signed in, as at a registration.', nullable(auditActor)),
    via: says('How they came; null for a command, or a person at the database.', nullable(via)),
    viaId: says('ID of the session, token or job, or name of the periodic work.', nullable(anyId(text))),
    requestId: says('`X-Request-Id` of the request that did it; null outside of requests.', nullable(anyId(text))),
    projectId: says('ID of the project that the thing is in; null for none.', nullable(uuid)),
    ownerId: says('ID of the user whose thing it is; null for none.', nullable(uuid)),
    members: says('Of an update: names of the members that changed, without their values.', Type.Array(text)),
    details: says(
      'What else is told, such as the address of a sign-in or the scope of an export; null for nothing.',
      nullable(Type.Object({}, { additionalProperties: true })),
    ),
  }),
)
export type AuditEntry = Static<typeof auditEntry>
