import { Type, type Static } from '@sinclair/typebox'
import { says, typed, anyId } from '../lib/described.js'
import { nullable } from '../lib/schema.js'

/** For how long a page counts as open after it was last heard of, in seconds. */
export const presentSeconds = 60

export const presenceBody = Type.Object({
  page: says(
    'What the page calls itself: any text that other pages of the user do not use.',
    Type.String({ minLength: 1, maxLength: 64 }),
  ),
  frame: says(
    'Frame that the page shows; null when it is left.',
    nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  ),
})
export type Presence = Static<typeof presenceBody>

export const viewer = typed(
  'VideoViewer',
  'Another user who looks at a video.',
  Type.Object({
    userId: says('ID of the user.', anyId(Type.String())),
    displayName: says('Name of the user.', Type.String()),
    frame: says('Frame that the user looks at.', Type.Integer({ minimum: 0 })),
    seenAt: says('When the page of the user was last heard of.', Type.String({ format: 'date-time' })),
  }),
)
export type Viewer = Static<typeof viewer>
