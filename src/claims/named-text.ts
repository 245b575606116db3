import type { Context } from '../context.js'
import { glossOf, glossText, unknownThing, type GlossItem } from '../lib/gloss.js'
import { withOwner, type GlossOwner } from '../lib/gloss-owner.js'
import { targetsOf } from './gloss-targets.js'

/**
 * Returns each rich text as plain text, as the actor sees it: references become what the text says in their place, the
 * names of what they refer to, or `something` where that no longer exists or the actor may not read it; never an id.
 * `owner` says in whose world objects are looked up.
 */
export async function namedTexts(ctx: Context, texts: readonly unknown[], owner: GlossOwner): Promise<string[]> {
  const glosses = texts.map((text) => withOwner(glossOf(text as string | GlossItem[]), owner))
  const items = glosses.flat().filter((item) => item.type !== 'text')
  const targets = items.length ? await targetsOf(ctx, items) : []
  const words = (item: GlossItem, target: unknown) =>
    textIn(item) ?? nameOf(target) ?? (item.type === 'claimRef' && item.refClaimId ? item.content : unknownThing)
  const names = new Map(items.map((item, index) => [item, words(item, targets[index])]))
  return glosses.map((gloss) => glossText(gloss, (item) => names.get(item)))
}

/** How a text says what an item refers to, where a model wrote it. */
const textIn = (item: GlossItem) => (typeof item['text'] === 'string' ? item['text'] : undefined)

/**
 * Returns the name of a target: objects and types have a name, times a label or the moment they stand for, claims a
 * text.
 */
export function nameOf(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null) return undefined
  const { name, text, label, body } = target as Record<string, unknown>
  const { label: said, value, start } = (body ?? {}) as Record<string, unknown>
  return [name, text, label, said, value, start].find((one): one is string => typeof one === 'string' && one !== '')
}
