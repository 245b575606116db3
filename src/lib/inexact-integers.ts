/** A possible integer that a double cannot represent: 16 digits or more, also within a text. */
const long = /[[:,\s]-?\d{16,}(?:\.0+)?[\s,\]}]/
const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y

/**
 * Returns the integers of a JSON text that parsing changes, as `path: number becomes number` with a path such as
 * `metadata.ids.0`; at most `most` of them. The text must be valid JSON.
 */
export function inexactIntegers(text: string, most = 5): string[] {
  if (!long.test(text)) return []
  const changes: string[] = []
  const path: (string | number)[] = []
  let key = ''
  for (let at = 0; at < text.length && changes.length < most;) {
    const char = text[at]!
    if (char === '"') {
      const start = at
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      at += 1
      key = text.slice(start, at)
    } else if (char === ':') {
      path[path.length - 1] = JSON.parse(key) as string
      at += 1
    } else if (char === '{' || char === '[') {
      path.push(char === '[' ? 0 : '')
      at += 1
    } else if (char === '}' || char === ']') {
      path.pop()
      at += 1
    } else if (char === ',') {
      const last = path.at(-1)
      if (typeof last === 'number') path[path.length - 1] = last + 1
      at += 1
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      number.lastIndex = at
      const [digits] = number.exec(text) ?? [char]
      const written = changed(digits)
      if (written !== undefined) changes.push(`${path.join('.')}: ${digits} becomes ${written}`)
      at += digits.length
    } else at += 1
  }
  return changes
}

/**
 * Returns the digits with which an integer is printed after it was read as a double; undefined if they are the same.
 * 35837043160121540000 is not a double, but it is the shortest notation of the nearest double and is printed unchanged.
 */
function changed(digits: string): string | undefined {
  const [, sign, whole] = /^(-?)(\d{16,})(?:\.0+)?$/.exec(digits) ?? []
  const value = Number(whole)
  if (sign === undefined || whole === undefined || !Number.isFinite(value)) return undefined
  const [mantissa = '', exponent] = value.toExponential().split('e')
  const written = mantissa.replace('.', '').padEnd(Number(exponent) + 1, '0')
  return written === whole ? undefined : sign + written
}
