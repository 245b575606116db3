type Body = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The lists that are combined, each with a function for the key by which two entries are considered equal (I-17). */
const lists: Record<string, (item: unknown) => string> = {
  typeAssignments: (item) => keyOf(item, ['personaId'], ['typeId', 'entityTypeId']),
  personaInterpretations: (item) => keyOf(item, ['personaId'], ['eventTypeId', 'typeId']),
  entityIds: memberKey,
  eventIds: memberKey,
  timeIds: memberKey,
  times: memberKey,
}

function keyOf(item: unknown, ...names: string[][]): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item)
  const body = item as Body
  const ids = names.map((alternatives) => alternatives.map((name) => text(body[name])).find((id) => id !== undefined))
  // Two entries without persona and type are equal only if all their content is equal.
  return JSON.stringify(ids.every((id) => id === undefined) ? item : ids)
}

function memberKey(item: unknown): string {
  return typeof item === 'object' && item !== null ? JSON.stringify((item as Body)['id'] ?? item) : JSON.stringify(item)
}

/**
 * Returns the existing object with those assignments, interpretations and members of the incoming one that it lacks. If
 * one of the two has something other than a list there (RF-12), the existing value is kept.
 */
export function uniteObjects(existing: Body, incoming: Body): Body {
  const united = { ...existing }
  for (const [name, key] of Object.entries(lists)) {
    const more = incoming[name]
    const have = existing[name] ?? []
    if (!Array.isArray(more) || !Array.isArray(have)) continue
    const keys = new Set(have.map(key))
    const added = more.filter((item) => !keys.has(key(item)) && keys.add(key(item)))
    if (added.length || !(name in existing)) united[name] = [...have, ...added]
  }
  return united
}
