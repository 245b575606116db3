/** Objects in an answer: what the operation cost in fact, beside what it might have cost. */
export function countObjects(data: object): number {
  let count = 0
  const open: object[] = [data]
  for (let value = open.pop(); value; value = open.pop()) {
    const items = value as Record<string, unknown>
    if (!Array.isArray(value)) count += 1
    for (const key in items) {
      const member = items[key]
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return count - 1
}
