import { at, paths } from '../app/paths.js'
import type { ClaimPartsFragment, GlossPartsFragment } from '../generated/graphql.js'
import { evidenceAddress, evidenceOf } from '../personas/Gloss.js'
import type { Place } from '../personas/places.js'

/** The members of a claim that its evidence is derived from. */
interface ClaimWithEvidence {
  id: string
  gloss: readonly GlossPartsFragment[]
  evidence?: readonly Pick<NonNullable<ClaimPartsFragment['evidence']>[number], 'startTime' | 'frames'>[] | null
  claimTime?: Pick<NonNullable<ClaimPartsFragment['claimTime']>, 'videoReferences'> | null
}

/** A place in a video that is evidence for a claim, and the address of the video page at it. */
interface EvidencePlace {
  videoId: string
  place: Place
  address: string
  /** The track whose box is there. */
  track?: string
}

/**
 * Returns the places that a claim rests on, the most important first: that of its annotation, then those of its
 * evidence, in the order of the video. Only a claim that has neither rests on its time.
 */
export function evidencePlacesOf(claim: ClaimWithEvidence, videoId: string): readonly EvidencePlace[] {
  const { id, gloss, evidence, claimTime } = claim
  const annotation = evidenceOf(gloss)
  const frames = new Set(evidence?.flatMap(({ frames: shown }) => shown?.map(({ frameNumber }) => frameNumber) ?? []))
  const heard = evidence?.flatMap(({ startTime, frames: shown }) =>
    startTime != null && !shown?.length ? [startTime] : [],
  )
  const places: EvidencePlace[] = [
    // Evidence always concerns the video of the summary.
    ...[...frames].sort((a, b) => a - b).map((frame) => placeIn(videoId, { frame }, id)),
    ...[...new Set(heard)].sort((a, b) => a - b).map((time) => placeIn(videoId, { time }, id)),
  ]
  if (annotation) {
    const place = { frame: annotation.firstFrame ?? 0 }
    const address = evidenceAddress(annotation, evidence && annotation.videoId === videoId ? id : undefined)
    const others = places.filter((one) => !('frame' in one.place) || one.place.frame !== place.frame)
    return [{ videoId: annotation.videoId, place, address, track: annotation.id }, ...others]
  }
  const reference = claimTime?.videoReferences?.[0]
  if (places.length || !reference?.videoId) return places
  return [placeIn(reference.videoId, { frame: reference.frameNumber ?? reference.frameRange?.[0] ?? 0 })]
}

const placeIn = (videoId: string, place: Place, claim?: string): EvidencePlace => ({
  videoId,
  place,
  address: at(paths.video, { videoId }, { ...place, claim }),
})

/** Returns the address of the video page at the first place that a claim rests on. */
export const evidenceAddressOf = (claim: ClaimWithEvidence, videoId: string): string | undefined =>
  evidencePlacesOf(claim, videoId)[0]?.address
