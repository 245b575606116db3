import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import { useContext, type MouseEvent } from 'react'
import { Link } from 'wouter'
import { IconCheck, IconCross, type Icon } from '../app/icons.js'
import { Beside } from '../personas/places.js'
import { asReviewable, type Reviews } from '../reviews/use-reviews.js'
import { texts } from '../texts.js'
import { shortTime } from '../videos/clock-time.js'
import { sourceOf } from './claim-source.js'
import { evidencePlacesOf } from './evidence-address.js'
import type { ClaimNode } from './use-claim-tree.js'
import classes from './ClaimRows.module.css'

const words = texts.claims
/** A finger opens the tooltips as well. */
const tooltip = { hover: true, focus: false, touch: true }

interface Props {
  claim: ClaimNode['claim']
  /** The video of the summary. */
  videoId: string
  reviews: Reviews
}

/**
 * What stands beside the text of a claim: the time of its evidence, its confidence and the state of its review, and
 * buttons that review it while the pointer or the focus is in its row.
 */
export function ClaimMarks({ claim, videoId, reviews }: Props) {
  const { review } = claim.viewerCan
  return (
    <div className={classes.marks}>
      <Evidence claim={claim} videoId={videoId} />
      <ConfidenceBar claim={claim} />
      {review || claim.reviewState !== 'OPEN' ? <ReviewDot claim={claim} /> : <span />}
      {review && (
        <div className={classes.acts}>
          {claim.reviewState !== 'ACCEPTED' && (
            <Act
              label={texts.reviews.acceptOf(claim.text)}
              icon={IconCheck}
              color="teal"
              isOff={reviews.busy}
              onClick={() => reviews.accept(asReviewable(claim))}
            />
          )}
          {claim.reviewState !== 'REJECTED' && (
            <Act
              label={texts.reviews.rejectOf(claim.text)}
              icon={IconCross}
              color="red"
              isOff={reviews.busy}
              onClick={() => reviews.reject(asReviewable(claim))}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface ActProps {
  label: string
  icon: Icon
  color: string
  isOff: boolean
  onClick: () => void
}

function Act({ label, icon: IconOf, color, isOff, onClick }: ActProps) {
  return (
    <ActionIcon variant="subtle" size={24} aria-label={label} title={label} disabled={isOff} {...{ color, onClick }}>
      <IconOf size={16} />
    </ActionIcon>
  )
}

/**
 * The time of the first place that is evidence for the claim, as a link to it, and how many more places there are. The
 * video beside the claim shows the place, if there is one, else its page does.
 */
function Evidence({ claim, videoId }: Pick<Props, 'claim' | 'videoId'>) {
  const beside = useContext(Beside)
  const [first, ...more] = evidencePlacesOf(claim, videoId)
  if (!first) return <span />
  const { place } = first
  const time = 'time' in place ? place.time : first.videoId === videoId ? beside?.timeOf(place.frame) : undefined
  const name = time === undefined ? words.frame('frame' in place ? place.frame : 0) : shortTime(time)
  const shown = more.length ? words.andPlaces(name, more.length) : name
  return (
    <Anchor
      component={Link}
      href={first.address}
      className={classes.chip}
      underline="never"
      aria-label={words.evidenceAt(shown, more.length)}
      title={words.evidenceAt(shown, more.length)}
      onClick={(event: MouseEvent) => {
        if (beside?.videoId !== first.videoId) return
        event.preventDefault()
        beside.show(place, { claim: claim.id, track: first.track })
      }}
    >
      <span>{shown}</span>
    </Anchor>
  )
}

/** The confidence as a short bar; a tooltip has its percentage and says who or which model wrote the claim. */
function ConfidenceBar({ claim }: Pick<Props, 'claim'>) {
  const { confidence } = claim
  const label = sourceOf(claim)
  if (!label) return <span />
  return (
    <Tooltip label={label} events={tooltip}>
      <span className={classes.confidence} role="img" aria-label={label} data-low={(confidence ?? 1) < 0.5}>
        {confidence != null && <span style={{ width: `${Math.round(confidence * 100)}%` }} />}
      </span>
    </Tooltip>
  )
}

/** The state of the review as a dot; a tooltip has its name, the reviewer and the time. */
function ReviewDot({ claim: { reviewState, reviewer, reviewedAt } }: Pick<Props, 'claim'>) {
  const { states, by, somebody } = texts.reviews
  const reviewed =
    reviewState !== 'OPEN' && by(reviewer?.displayName ?? somebody, reviewedAt ? texts.moment(reviewedAt) : undefined)
  const label = [states[reviewState], reviewed].filter(Boolean).join(': ')
  return (
    <Tooltip label={label} events={tooltip}>
      <span className={classes.dot} role="img" aria-label={label} data-state={reviewState} />
    </Tooltip>
  )
}
