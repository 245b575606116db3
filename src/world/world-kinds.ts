/** The arrays of a world, in their order in answers, exports and imports, with the kind of their items. */
export const worldArrays = {
  entities: 'entity',
  events: 'event',
  times: 'time',
  entityCollections: 'entity_collection',
  eventCollections: 'event_collection',
  timeCollections: 'time_collection',
  relations: 'relation',
} as const

export type WorldArray = keyof typeof worldArrays
export type WorldKind = (typeof worldArrays)[WorldArray]

export const worldKinds: readonly WorldKind[] = Object.values(worldArrays)
