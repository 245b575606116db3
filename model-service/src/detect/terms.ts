// Lines that describe the reader and the purpose. "Role types" is a category and not such a line.
const header = /^(?:analyst|persona|role(?! types)|name|information need|task)\b[^:]*:/i
const category = /^[^,:]{1,40}:\s*/
const longest = 100

/**
 * Returns the objects that a query asks for, in its order: "car, van" -> "car", "van". For a query made for a persona,
 * these are the terms of all its "Category: a, b" lines, without the lines that describe the persona. Words in
 * parentheses are explanations and are dropped.
 */
export function termsOf(query: string): string[] {
  const lines = query
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const wanted = lines.filter((one) => !header.test(one))
  const categories = wanted.filter((one) => category.test(one) && one.replace(category, '') !== '')
  const chosen = categories.length ? categories : wanted.length ? wanted.slice(0, 1) : lines.slice(0, 1)
  return [...new Set(chosen.flatMap((line) => termsIn(line.replace(category, ''))))]
}

/** Returns the terms of a list without a category: "cars (red) and vans" -> "cars", "vans". */
export function termsIn(list: string): string[] {
  return list
    .replace(/\([^()]*\)/g, ' ')
    .split(/[,;]|\s+(?:and|or)\s+/)
    .map((term) => term.replace(/\s+/g, ' ').trim().slice(0, longest))
    .filter(Boolean)
}

/** Returns the label of regions that were found by motion alone: the first term of the query. */
export const labelOf = (query: string): string => termsOf(query)[0] ?? 'moving region'
