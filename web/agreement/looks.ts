import { useRef } from 'react'

/** How the boxes of a persona are drawn. */
export interface Look {
  /** One of the colours of Okabe and Ito, told apart with any colour vision, bright enough for pictures. */
  colour: string
  /** Dashes, which tell the boxes apart without colour. */
  dash: string | undefined
}

const looks: readonly Look[] = [
  { colour: '#56b4e9', dash: undefined },
  { colour: '#e69f00', dash: '6 4' },
  { colour: '#f0e442', dash: '14 4' },
  { colour: '#cc79a7', dash: '10 3 3 3' },
  { colour: '#1fbf92', dash: '3 3' },
  { colour: '#e8652a', dash: '18 3 3 3 3 3' },
]

/** The look of boxes labelled with an object of the world, which belong to no persona. */
export const nobodys: Look = { colour: '#e5e7eb', dash: '2 4' }

/** The most personas that the page compares: one for each look. */
export const mostCompared = looks.length

/** Returns the look of each persona. It stays the same while the persona is chosen, whichever others are. */
export function usePersonaLooks(personaIds: readonly string[]): ReadonlyMap<string, Look> {
  const held = useRef<ReadonlyMap<string, Look>>(new Map())
  const isSame = personaIds.length === held.current.size && personaIds.every((id) => held.current.has(id))
  if (!isSame) {
    const kept = new Map([...held.current].filter(([id]) => personaIds.includes(id)))
    for (const id of personaIds) {
      const taken = new Set(kept.values())
      const free = looks.find((look) => !taken.has(look))
      if (!kept.has(id) && free) kept.set(id, free)
    }
    held.current = kept
  }
  return held.current
}
