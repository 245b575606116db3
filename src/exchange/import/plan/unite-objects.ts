type Body = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Entries of the lists that are combined, by what makes two of them the same (I-17). */
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
  // Two that name neither persona nor type are the same only where everything in them is.
  return JSON.stringify(ids.every((id) => id === undefined) ? item : ids)
}

function memberKey(item: unknown): string {
  return typeof item === 'object' && item !== null ? JSON.stringify((item as Body)['id'] ?? item) : JSON.stringify(item)
}

/**
 * The existing object with the assignments, interpretations and members of the incoming one that it lacks. Where it has
 * something else than a list (RF-12), that stays.
 */
export function uniteObjects(existing: Body, incoming: Body): Body {
  const united = { ...existing }
  for (const [name, key] of Object.entries(lists)) {
    const more = incoming[name]
    const have = existing[name] ?? []
    if (!Array.isArray(more) || !Array.isArray(have)) continue
    const known = new Set(have.map(key))
    const added = more.filter((item) => !known.has(key(item)) && known.add(key(item)))
    if (added.length || !(name in existing)) united[name] = [...have, ...added]
  }
  return united
}
