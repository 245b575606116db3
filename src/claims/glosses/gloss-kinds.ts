import type { WorldKind } from '../../world/world-kinds.js'

/** The kinds of types in the order in which rich text looks up a type, after the kind that the reference names. */
export const glossTypeKinds = ['entity', 'event', 'role', 'relation'] as const

/** The kinds of world objects by the words that rich text uses for them; for any other word the kind is open. */
export const glossObjectKinds: Readonly<Record<string, WorldKind>> = {
  'entity-object': 'entity',
  'event-object': 'event',
  'time-object': 'time',
  'location-object': 'entity',
  entity: 'entity',
  event: 'event',
  time: 'time',
  location: 'entity',
}
