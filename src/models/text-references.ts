import { abilitiesOf } from '../access/abilities.js'
import type { Context } from '../context.js'
import type { Static } from '@sinclair/typebox'
import { unknownThing, type GlossItem } from '../documents/gloss.js'
import { namesOf, referencesTo, type NamedThing, type References } from '../documents/name-references.js'
import type { gloss } from '../lib/schema.js'
import { isUuid } from '../lib/uuid.js'
import {
  selectNamedLabels,
  selectNamedObjects,
  selectNamedTypes,
  type NamedRow,
  type TextAbout,
} from './named-things.sql.js'

// Texts of models: names in them become references, and texts sent to a model contain no ids.

/** The kinds of things that become references: the types of the persona; world objects and labels of annotations. */
export interface Wanted {
  types: boolean
  objects: boolean
}

/**
 * Prepares the search for the things that a text about a video and persona may name, as far as the actor may read them.
 */
export async function referencesIn(ctx: Context, about: TextAbout, wanted: Wanted): Promise<References> {
  const abilities = await abilitiesOf(ctx)
  const author = about.createdBy
  const types = wanted.types ? await selectNamedTypes(ctx.db, abilities, about) : []
  const objects = wanted.objects && author ? await selectNamedObjects(ctx.db, abilities, author, about) : []
  const labels = wanted.objects ? await selectNamedLabels(ctx.db, abilities, about) : []
  return referencesTo([
    ...objects.map((row): NamedThing =>
      thing(row, { type: 'objectRef', content: row.id, refType: row.kind }, 'individual'),
    ),
    ...types.map((row) => {
      const item = { type: 'typeRef', content: row.id, refType: row.kind, refPersonaId: about.personaId }
      return thing(row, item, row.kind === 'event' ? 'verb' : 'noun')
    }),
    ...labels.map((row) => thing(row, { type: 'annotationRef', content: row.id }, 'noun')),
  ])
}

const thing = ({ name, body }: NamedRow, item: GlossItem, use: NamedThing['use']): NamedThing => {
  return { item, use, names: namesOf(name, body) }
}

const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** Returns the text with names in place of the ids in it. */
export const withoutIds = (text: string, references: References): string =>
  references.namesForIds(text).replace(uuids, () => unknownThing)

/**
 * Returns rich text of a model, with references to the things that its plain parts name, unless `adds` is false.
 * References of the model are kept if their target exists; a name in place of an id is accepted, and anything else
 * becomes plain text. `claimIds` are the claims that the text may cite.
 */
export function referencedGloss(
  items: readonly Sent[],
  references: References,
  claimIds: ReadonlySet<string>,
  adds = true,
): Sent[] {
  const glossOf = (text: string): Sent[] =>
    adds ? (references.glossOf(text) as Sent[]) : [{ type: 'text', content: references.namesForIds(text) }]
  return items.flatMap((item): Sent[] => {
    const { type, content } = item
    if (type === 'text') return content === '' ? [] : glossOf(content)
    if (type === 'claimRef' && claimIds.has(item.refClaimId ?? content)) return [item]
    const named = references.find(content)
    const { text } = item as { text?: unknown }
    const ownText = typeof text === 'string' ? { text } : {}
    if (named?.item.type === type) return [{ ...(named.item as Sent), ...ownText }]
    const words = ownText.text ?? (isUuid(content) ? unknownThing : content)
    return type === 'claimRef' ? [{ type: 'text', content: words }] : glossOf(words)
  })
}

/** An item of rich text in schemas. */
type Sent = Static<typeof gloss>[number]
