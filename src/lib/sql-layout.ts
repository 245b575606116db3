const clause =
  /^(with recursive|with|select|from|left join|cross join|join|offset|where|and|or|union all|union|order by|group by|limit|on conflict)\b/i
const width = 120

/** Formats SQL for reading: one clause a line, indented by the parentheses around it, with plain names unquoted. */
export function layOutSql(text: string): string {
  const plain = text.replace(/"([a-z_]+)"/g, '$1')
  const tokens = plain.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|[^\s()'"]+|\s+/g) ?? []
  const lines: string[] = []
  let line = ''
  let depth = 0
  const indent = () => '  '.repeat(depth)
  const close = () => {
    if (line.trim()) lines.push(line.trimEnd())
    line = indent()
  }
  let rest = tokens.join('').trim()
  for (const token of tokens) {
    rest = rest.trimStart()
    const bare = token.trim()
    if (!bare) {
      if (line.trim() && !line.endsWith(' ')) line += ' '
      continue
    }
    if (clause.test(rest) && !/\b(with|left|cross|select)\s$/i.test(line)) close()
    else if (line.length + bare.length > width && line.trim()) {
      close()
      line += '  '
    }
    line += bare
    rest = rest.slice(bare.length)
    if (bare === '(') depth += 1
    if (bare === ')') depth -= 1
  }
  close()
  return `${lines.join('\n')}\n`
}
