/** The effect of a statement: it only reads, it changes rows, or it may do something else, such as lock rows. */
export type Effect = 'reads' | 'changes rows' | 'other'

const first = /^\s*(?:\/\*[^]*?\*\/\s*)*(select|with|insert|update|delete|merge)\b/i

/** Returns a RegExp for any of these words; a space in them matches any white space. */
const anyOf = (...words: string[]) =>
  new RegExp(String.raw`\b(?:${words.join('|').replaceAll(' ', String.raw`\s+`)})\b`, 'i')

/** The statements within a WITH that change rows; the target of UPDATE may have ONLY and an alias. */
const changes = anyOf(
  'insert into',
  'delete from',
  'merge into',
  String.raw`update (?:only )?[\w".]+(?: (?:as )?[\w"]+)? set`,
)

/** The four row locks of SELECT, and functions with side effects. */
const others = anyOf(
  'for (?:no key )?update',
  'for (?:key )?share',
  'nextval',
  'setval',
  String.raw`pg_(?:try_)?advisory_\w+`,
  'pg_notify',
  'set_config',
)

const effects = new Map<string, Effect>()
const mostKept = 2000

/**
 * Returns the effect of an SQL text, by its words. Only for statements that are built for one execution; prepared ones
 * declare their effect (statement.ts). In doubt, a statement does not count as one that only reads.
 */
export function effectOf(text: string): Effect {
  const kept = effects.get(text)
  if (kept) return kept
  const effect = effectBy(text)
  if (effects.size < mostKept) effects.set(text, effect)
  return effect
}

function effectBy(text: string): Effect {
  const word = first.exec(text)?.[1]?.toLowerCase()
  if (word === undefined) return 'other'
  if (word !== 'select' && word !== 'with') return 'changes rows'
  if (changes.test(text)) return word === 'with' ? 'changes rows' : 'other'
  return others.test(text) ? 'other' : 'reads'
}
