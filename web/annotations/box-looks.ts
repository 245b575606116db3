import { useLocalStorage } from '@mantine/hooks'
import { useLayoutEffect } from 'react'
import { colourings, type Colouring } from './track-colours.js'
import type { TrackIndex } from './track-index.js'

/** Which boxes have their names written beside them. */
export const labellings = ['all', 'selected'] as const
export type Labelling = (typeof labellings)[number]

export interface BoxLooks {
  colouring: Colouring
  labelling: Labelling
}

/** Returns how boxes look, and how to change it; this browser keeps it for all videos. */
export function useBoxLooks(): [looks: BoxLooks, change: (change: Partial<BoxLooks>) => void] {
  const [kept, keep] = useLocalStorage<Partial<BoxLooks>>({
    key: 'parallax.boxes',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const looks: BoxLooks = {
    colouring: colourings.find((one) => one === kept.colouring) ?? 'type',
    labelling: labellings.find((one) => one === kept.labelling) ?? 'all',
  }
  return [looks, (change) => keep({ ...looks, ...change })]
}

/** Gives the tracks of a video the colours that the user has chosen, and returns which of them are labelled. */
export function useChosenLooks(index: TrackIndex): Labelling {
  const [{ colouring, labelling }] = useBoxLooks()
  useLayoutEffect(() => index.colourBy(colouring), [index, colouring])
  return labelling
}
