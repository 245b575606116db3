import type { AnnotationKind, SeenAsFragment, TrackDetailsFragment } from '../generated/graphql.js'
import { colourOf } from '../lib/colours.js'
import { readable } from '../lib/readable.js'
import { texts } from '../texts.js'
import { keyOfLabel } from './track-colours.js'

/** The type or object that the tracks of one key are labelled with. */
export interface Thing {
  name: string
  colour: string | undefined
  persona: string | undefined
  /** For an object: the types that personas assign to it, by the ids of the personas. */
  seenAs?: ReadonlyMap<string, SeenAs>
}

/** The type that a persona assigns to an object; `key` is that of tracks that are labelled with the type. */
export interface SeenAs {
  key: string
  name: string
  colour: string | undefined
}

/** Returns what a track is labelled with. */
export function thingOf({ target, label, type, persona }: TrackDetailsFragment): Thing {
  const isType = target?.__typename === 'OntologyType'
  const name = isType ? target.typeName : target && 'name' in target ? target.name : undefined
  const colour = isType ? colourOf(target.color) : undefined
  const seenAs = target && 'seenAs' in target && target.seenAs ? { seenAs: seenBy(target.seenAs) } : {}
  return { name: name ?? labelName({ type, label: label! }), colour, persona: persona?.name, ...seenAs }
}

function seenBy(assigned: readonly SeenAsFragment[]): ReadonlyMap<string, SeenAs> {
  return new Map(
    assigned.flatMap(({ personaId, type }) => {
      if (personaId === null || !type) return []
      const key = keyOfLabel({ type: 'TYPE', personaId, label: type.key, linkType: null })
      return [[personaId, { key, name: type.typeName ?? type.key, colour: colourOf(type.color) }]]
    }),
  )
}

/** Returns the name of a label whose type or object is deleted, hidden or not read yet. */
export const labelName = ({ type, label }: { type: AnnotationKind | null | undefined; label: string }) =>
  readable(label, type === 'TYPE' ? texts.gloss.unknownType : texts.gloss.unknownObject)
