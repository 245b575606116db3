import { at, paths } from '../app/paths.js'
import type { ClaimPartsFragment, GlossPartsFragment } from '../generated/graphql.js'
import { evidenceAddress, evidenceOf } from '../personas/Gloss.js'

/** The members of a claim that its address is derived from. */
interface ClaimWithEvidence {
  id: string
  gloss: readonly GlossPartsFragment[]
  evidence?: readonly Pick<NonNullable<ClaimPartsFragment['evidence']>[number], 'startTime' | 'frames'>[] | null
  claimTime?: Pick<NonNullable<ClaimPartsFragment['claimTime']>, 'videoReferences'> | null
}

/** Returns the address of the video page for a claim: by its annotation, else by its evidence, else by its time. */
export function evidenceAddressOf(
  { id, gloss, evidence, claimTime }: ClaimWithEvidence,
  videoId: string,
): string | undefined {
  const annotation = evidenceOf(gloss)
  // Evidence always concerns the video of the summary.
  if (annotation) return evidenceAddress(annotation, evidence && annotation.videoId === videoId ? id : undefined)
  const shown = evidence?.flatMap(({ frames }) => frames ?? [])[0]
  if (shown) return at(paths.video, { videoId }, { frame: shown.frameNumber, claim: id })
  const heard = evidence?.find(({ startTime }) => startTime != null)
  if (heard) return at(paths.video, { videoId }, { time: heard.startTime ?? 0, claim: id })
  const reference = claimTime?.videoReferences?.[0]
  const frame = reference?.frameNumber ?? reference?.frameRange?.[0]
  return reference?.videoId ? at(paths.video, { videoId: reference.videoId }, { frame: frame ?? 0 }) : undefined
}
