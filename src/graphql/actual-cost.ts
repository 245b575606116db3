/** Objects in an answer that stand for something: lists, pages and edges around them are not counted. */
export function countObjects(data: unknown): number {
  let count = 0
  const open: unknown[] = [data]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) count += 1
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) open.push(member)
  }
  return count - 1
}
