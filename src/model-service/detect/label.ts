/**
 * The first thing that a query asks for: "car, van" -> "car"; of a persona's query, the first term of its first
 * "Category: a, b" line.
 */
export function labelOf(query: string): string {
  const lines = query
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const header = /^(?:analyst|persona|role|name|information need|task)\b[^:]*:/i
  const wanted = lines.filter((one) => !header.test(one))
  const line = wanted.find((one) => /^[^,:]{1,40}:\s*\S/.test(one)) ?? wanted[0] ?? lines[0] ?? ''
  const terms = line.replace(/^[^,:]{1,40}:\s*/, '').replace(/\([^)]*\)/g, ' ')
  const first = terms
    .split(/[,;]|\s+(?:and|or)\s+/)[0]
    ?.replace(/\s+/g, ' ')
    .trim()
  return (first || 'moving region').slice(0, 100)
}
