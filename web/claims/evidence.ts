import { useMemo } from 'react'
import type { FoundBoxes } from '../annotations/BoxCanvas.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { at, paths } from '../app/paths.js'
import { ClaimEvidenceDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'

/** A frame of a claim's evidence, with its boxes in pixels of the video. */
export interface EvidenceFrame extends FoundBoxes {
  boxes: readonly (Rectangle & { label: string })[]
}

/** The evidence of a claim in its video. */
export interface ClaimEvidence {
  text: string
  /** The address of the page that shows the claim among the others. */
  address: string | undefined
  /** In ascending order, without duplicates. */
  frames: readonly EvidenceFrame[]
  /** Start times, in seconds, of evidence without frames: sounds, or measurements over a period. */
  heard: readonly number[]
}

/**
 * Returns the evidence of a claim; undefined without a claim id or while it cannot be read. The size of the video, in
 * pixels, scales the stored boxes, which are in fractions of the picture.
 */
export function useEvidence(
  claimId: string | null,
  { width, height }: { width: number; height: number },
): ClaimEvidence | undefined {
  const { data } = useGraph(ClaimEvidenceDocument, { id: claimId ?? '' }, { enabled: claimId !== null })
  const claim = data?.claim
  return useMemo(() => {
    if (!claim) return undefined
    const frames = new Map<number, EvidenceFrame>()
    const heard = new Set<number>()
    for (const { startTime, frames: shown } of claim.evidence ?? []) {
      for (const { frameNumber: frame, boxes } of shown ?? []) {
        const more = (boxes ?? []).map((box) => ({
          label: box.label,
          x: box.x * width,
          y: box.y * height,
          width: box.width * width,
          height: box.height * height,
        }))
        frames.set(frame, { frame, boxes: [...(frames.get(frame)?.boxes ?? []), ...more] })
      }
      if (!shown?.length && startTime != null) heard.add(startTime)
    }
    const inOrder = [...frames.values()].sort((a, b) => a.frame - b.frame)
    const { id, summary } = claim
    const address =
      summary && at(paths.reading, { videoId: summary.videoId }, { persona: summary.personaId ?? undefined, claim: id })
    return { text: claim.text, address: address ?? undefined, frames: inOrder, heard: [...heard].sort((a, b) => a - b) }
  }, [claim, width, height])
}
