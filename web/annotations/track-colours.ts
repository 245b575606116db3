import { hueOf, palette } from '../lib/colours.js'

/** What tracks of the same colour have in common. */
export const colourings = ['type', 'track', 'persona'] as const
export type Colouring = (typeof colourings)[number]

/** What a track is labelled with. */
export interface Labelled {
  type: string | null
  label: string
  personaId: string | null
  linkType: string | null
}

/** Returns a text that is equal for all tracks with the same label. */
export const keyOfLabel = ({ type, personaId, label, linkType }: Labelled): string =>
  JSON.stringify(type === 'TYPE' ? [type, personaId, label] : [type, linkType, label])

/** What the colour of a track depends on. */
interface Coloured {
  /** Equal for all tracks of the same type or object. */
  key: string
  number: number
  personaId: string | null
}

/** The colours of tracks: by their types, different ones for tracks that follow each other, or by their personas. */
export class TrackColours {
  by: Colouring = 'type'
  /** The colours of types and objects that have none of their own, by key, and those of personas, by id. */
  private readonly hues = { type: new Map<string, string>(), persona: new Map<string, string>() }

  /** Gives a colour to each type and persona that has none yet, a free one as long as there are any. */
  learn(entries: readonly Coloured[]): void {
    for (const [hues, nameOf] of [
      [this.hues.type, ({ key }: Coloured) => key],
      [this.hues.persona, ({ personaId }: Coloured) => personaId ?? ''],
    ] as const) {
      const taken = new Set(hues.values())
      for (const name of new Set(entries.map(nameOf))) {
        if (hues.has(name)) continue
        hues.set(name, hueOf(name, taken))
        taken.add(hues.get(name)!)
      }
    }
  }

  /** Returns the colour of a track; `own` is that which the ontology gives to its type. */
  of({ key, number, personaId }: Coloured, own: string | undefined): string {
    if (this.by === 'track') return palette[number % palette.length]!
    if (this.by === 'persona') return this.hues.persona.get(personaId ?? '')!
    return this.ofType(key, own)
  }

  /** Returns the colour of a type or object, also of one that no track has yet. */
  ofType(key: string, own: string | undefined): string {
    const hue = own ?? this.hues.type.get(key) ?? hueOf(key, new Set(this.hues.type.values()))
    if (own === undefined) this.hues.type.set(key, hue)
    return hue
  }
}
