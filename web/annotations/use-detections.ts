import { useEffect, useMemo, useState } from 'react'
import type { DetectMutation } from '../generated/graphql.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import type { FoundBoxes } from './BoxCanvas.js'
import type { LinkableType } from './link-types.js'

type Found = DetectMutation['detectObjects']
type Detected = Found['frames'][number]['detections'][number] & { at: number }

interface Options {
  link: Link | undefined
  /** The persona whose types the detected objects get. */
  personaId: string | null
  types: readonly LinkableType[]
  size: { width: number; height: number }
  onFound: (found: FoundBoxes | undefined) => void
}

/** Returns the detections of a model on a frame: which are shown and kept, and the type of each class. */
export function useDetections({ link, personaId, types, size, onFound }: Options) {
  const [found, setFound] = useState<Found>()
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set())
  const [confidence, setConfidence] = useState(0.3)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [pointed, point] = useState<number>()
  const [frame] = found?.frames ?? []
  const detections = useMemo(
    () =>
      (frame?.detections ?? [])
        .map((one, at): Detected => ({ ...one, at }))
        .filter((one) => one.confidence >= confidence)
        .sort((a, b) => b.confidence - a.confidence),
    [frame, confidence],
  )
  const labels = [...new Set(detections.map(({ label }) => label))]
  const typeOf = (label: string) => {
    if (chosen.has(label)) return chosen.get(label) ?? null
    const seen = detections.find((one) => one.label === label)?.typeId
    const named = types.find(({ name }) => name.toLowerCase() === label.toLowerCase())
    // With a single class, the type that is chosen for new boxes applies to it.
    const isMeant = labels.length === 1 && link?.type === 'TYPE' && link.personaId === personaId
    return seen ?? named?.key ?? (isMeant ? link.label : null)
  }
  const kept = detections.filter(({ at, label }) => !dropped.has(at) && typeOf(label) !== null)
  const start = (next: Found) => {
    setFound(next)
    setDropped(new Set())
    setChosen(new Map())
  }
  const choose = (label: string, type: string | null) => setChosen((before) => new Map([...before, [label, type]]))
  useEffect(() => {
    const shown = detections.filter(({ at }) => !dropped.has(at) || at === pointed)
    const boxes = shown.map(({ boundingBox: { x, y, width, height }, at, label, confidence: sure }) => ({
      x: x * size.width,
      y: y * size.height,
      width: width * size.width,
      height: height * size.height,
      label: texts.detect.one(label, undefined, sure),
      strong: at === pointed,
    }))
    onFound(frame && { frame: frame.frameNumber, boxes })
  }, [frame, detections, dropped, pointed, size, onFound])
  return {
    found,
    start,
    end: () => setFound(undefined),
    frame,
    detections,
    labels,
    kept,
    typeOf,
    choose,
    confidence,
    setConfidence,
    dropped,
    setDropped,
    point,
  }
}

export type Detections = ReturnType<typeof useDetections>
