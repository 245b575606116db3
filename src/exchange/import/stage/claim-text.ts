import { glossText, isGlossItem } from '../../../documents/gloss.js'

/** A UUID within a text. */
const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

const refsOf = ({ gloss }: Record<string, unknown>) => {
  const items = Array.isArray(gloss) ? (gloss as unknown[]).filter(isGlossItem) : []
  return { items, refs: items.filter(({ type }) => type !== 'text' && type !== 'claimRef') }
}

/** Returns whether the text of a claim is that of its gloss with ids in place of names, as FOVEA writes it. */
const isOfGloss = (text: string, items: ReturnType<typeof refsOf>['items']) => text.trim() === glossText(items).trim()

/** Returns the ids in the text of a claim in place of names; null if it contains none. */
export function idsInText(data: Record<string, unknown>): string[] | null {
  const { text } = data
  if (typeof text !== 'string') return null
  const { items, refs } = refsOf(data)
  const ids = new Set(text.match(uuids))
  if (refs.length && isOfGloss(text, items)) for (const { content } of refs) ids.add(content)
  return ids.size ? [...ids] : null
}

/** Returns the text of a claim with these names in place of the ids; ids without a name are kept. */
export function namedText(data: Record<string, unknown>, names: ReadonlyMap<string, string>): string {
  const text = String(data['text'])
  const { items, refs } = refsOf(data)
  const isWhole = refs.length > 0 && isOfGloss(text, items)
  return isWhole
    ? glossText(items, ({ type, content }) => (type === 'claimRef' ? undefined : names.get(content)))
    : text.replace(uuids, (id) => names.get(id) ?? id)
}
