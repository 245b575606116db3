import { Type, type Static } from '@sinclair/typebox'
import { anyId, says, typed } from '../../lib/described.js'
import { nullable, shortText, uuid } from '../../lib/schema.js'
import { kindOf, ofAnyKind } from '../../kind-words.js'
import { kindNames, type TrashKind } from '../../kinds.js'
import { historyActor } from '../history/history.shape.js'

/** The kinds of things that the trash can restore. An ontology is deleted and restored with its persona. */
export const trashKinds = [
  ...kindNames<TrashKind>(({ title, content }) => title !== undefined && content !== undefined),
  ...kindNames<TrashKind>(({ title, content }) => title !== undefined && content === undefined),
]
const trashKind = kindOf(trashKinds)

const text = Type.String()
const count = Type.Integer({ minimum: 0 })

export const goneWith = typed(
  'GoneWith',
  'How many things of one kind were deleted together with another one.',
  Type.Object({
    kind: says('Kind of the things, such as `claim` or `share`.', ofAnyKind(text)),
    count: says('Number of them.', count),
  }),
)

export const trashItem = typed(
  'TrashItem',
  'Something that was deleted and can be restored, as one with everything that was deleted with it.',
  Type.Object({
    id: says('ID of the item in the trash: the position of its deletion in the log of changes.', anyId(text)),
    kind: says('Kind of what was deleted.', trashKind),
    thingId: says(
      'ID of what was deleted; of a type that of its persona, of an object of a world that of the world.',
      anyId(text),
    ),
    part: says('ID of the type or object within its ontology or world; null for other things.', nullable(anyId(text))),
    title: says(
      'Its name or text, of an annotation the name of what it was labelled with, at most 200 characters; null where it ' +
        'had none, and where the label was an ID whose type or object is gone.',
      nullable(text),
    ),
    videoId: says(
      'ID of the video, of an annotation, of a summary and of a claim whose summary is there; null for other things.',
      nullable(anyId(text)),
    ),
    number: says('Of an annotation: its number within the video; null for other things.', nullable(Type.Integer())),
    firstFrame: says(
      'Of an annotation: number of the first frame with a stored box; null for other things.',
      nullable(Type.Number()),
    ),
    lastFrame: says(
      'Of an annotation: number of the last frame with a stored box; null for other things.',
      nullable(Type.Number()),
    ),
    deletedAt: says('When it was deleted.', Type.String({ format: 'date-time' })),
    deletedBy: says('Who deleted it; null where the log does not say so.', nullable(historyActor)),
    ownerId: says("ID of the user whose it was; null where it was nobody's.", nullable(anyId(text))),
    projectId: says('ID of the project that it was in; null where it was in none.', nullable(anyId(text))),
    expiresAt: says('Until when it can be restored.', Type.String({ format: 'date-time' })),
    goneWith: says('What was deleted together with it, by kinds.', Type.Array(goneWith)),
  }),
)
export type TrashItem = Static<typeof trashItem>

export const trashConditions = {
  kind: Type.Optional(says('Only things of this kind.', trashKind)),
  projectId: Type.Optional(says('Only things that were in the project with this ID.', uuid)),
  everyones: Type.Optional(
    says("Whether to list everybody's; for administrators only, false by default.", Type.Boolean()),
  ),
}

export const trashParams = { id: says(trashItem.properties.id.description!, anyId(text)) }

export const deletedThing = {
  kind: trashItem.properties.kind,
  id: says('ID of what was deleted; of a type that of its persona, of an object of a world that of the world.', uuid),
}
export const deletedPart = Type.Object({
  part: Type.Optional(
    says(
      'ID of the type or object within its ontology or world; required for these and for nothing else.',
      anyId(shortText),
    ),
  ),
})

const restored = Type.Object({
  kind: trashItem.properties.kind,
  thingId: trashItem.properties.thingId,
  part: trashItem.properties.part,
  restored: says('What came back, by kinds, the thing itself included.', Type.Array(goneWith)),
  left: says(
    'What did not come back, by kinds: shares, memberships and assignments whose user, group or video is gone, ' +
      'relations whose other claim is gone, and what was in a project where the caller may no longer make it.',
    Type.Array(goneWith),
  ),
})
export type Restored = Static<typeof restored>

export const restoredItem = typed('RestoreFromTrashPayload', 'What came back from the trash.', restored)
export const undoneDeletion = typed(
  'UndoDeletionPayload',
  'What came back because its deletion was undone.',
  Type.Object({ ...restored.properties }),
)
