/** Returns the set with these members added or removed. */
export function toggled(set: ReadonlySet<string>, members: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const member of members)
    if (isIn) next.add(member)
    else next.delete(member)
  return next
}
