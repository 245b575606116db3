import type { WorldKind } from '../../world/world-kinds.js'

/** The kinds of types in the order in which rich text looks a type up, after the kind that the reference names. */
export const glossTypeKinds = ['entity', 'event', 'role', 'relation'] as const

/** The kinds of world objects that the words of rich text name; any other word leaves the kind open. */
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
