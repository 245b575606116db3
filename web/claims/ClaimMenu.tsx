import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { IconDots } from '../app/icons.js'
import { Question } from '../app/Question.js'
import { HistoryDialog } from '../changes/HistoryDialog.js'
import { useUndo } from '../changes/undo.js'
import { DeleteClaimDocument, DeleteRelationDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import type { Targets } from '../personas/GlossEditor.js'
import { ReviewItems } from '../reviews/ReviewItems.js'
import { asReviewable, type Reviews } from '../reviews/use-reviews.js'
import { texts } from '../texts.js'
import { sourceOf } from './claim-source.js'
import { evidenceAddressOf } from './evidence-address.js'
import { relationName } from './Relations.js'
import type { ClaimNode } from './use-claim-tree.js'
import classes from './ClaimRows.module.css'

type Claim = ClaimNode['claim']

export interface ClaimActs {
  onEdit: (claim: Claim) => void
  onAdd: (parentId: string) => void
  onRelate: (claim: Claim) => void
  onShare: (claim: Claim) => void
  onChooseParent: (claim: Claim) => void
  reviews: Reviews
  targets: Targets
  onChange: () => void
}

interface Props extends ClaimActs {
  node: ClaimNode
  /** The video of the summary. */
  videoId: string
  /** Whether the claim is being edited, which hides the button. */
  isEdited: boolean
}

/** The menu of the acts on a claim, and the dialogs that it opens. */
export function ClaimMenu({
  node: { claim, childCount },
  videoId,
  isEdited,
  reviews,
  targets,
  onChange,
  ...acts
}: Props) {
  const words = texts.claims
  const can = claim.viewerCan
  const evidence = evidenceAddressOf(claim, videoId)
  const [isRemoving, setRemoving] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const offerUndo = useUndo()
  const remove = useAct(DeleteClaimDocument, {
    onSuccess() {
      offerUndo(words.removed(claim.text), { kind: 'CLAIM', id: claim.id })
      onChange()
    },
  })
  return (
    <>
      {(can.update || can.share || can.review) && !isEdited && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.menu}
              variant="subtle"
              color="gray"
              size={24}
              aria-label={words.acts(claim.text)}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {sourceOf(claim) && <Menu.Label>{sourceOf(claim)}</Menu.Label>}
            {can.update && <ChangeItems claim={claim} targets={targets} onChange={onChange} {...acts} />}
            {can.review && <ReviewItems item={asReviewable(claim)} state={claim.reviewState} reviews={reviews} />}
            {evidence && (
              <Menu.Item component={Link} href={evidence}>
                {words.openEvidence}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setShowing(true)}>{texts.history.open}</Menu.Item>
            {can.share && <Menu.Item onClick={() => acts.onShare(claim)}>{texts.sharing.share}</Menu.Item>}
            {can.delete && (
              <Menu.Item c="var(--mantine-color-error)" onClick={() => setRemoving(true)}>
                {childCount ? words.removeAll(childCount) : words.remove}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isShowing && (
        <HistoryDialog
          what={{ kind: 'CLAIM', id: claim.id, name: claim.text, canChange: can.update }}
          onClose={() => setShowing(false)}
        />
      )}
      {isRemoving && (
        <Question
          title={words.removeOf(claim.text)}
          says={words.removes(childCount)}
          act={childCount ? words.removeAll(childCount) : words.remove}
          onAct={() => remove.mutate({ id: claim.id })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

type ChangeProps = Omit<ClaimActs, 'reviews' | 'onShare'> & { claim: Claim }

function ChangeItems({ claim, targets, onEdit, onAdd, onChooseParent, onRelate, onChange }: ChangeProps) {
  const words = texts.claims
  const unrelate = useAct(DeleteRelationDocument, { onSuccess: onChange })
  return (
    <>
      <Menu.Item onClick={() => onEdit(claim)}>{words.edit}</Menu.Item>
      <Menu.Item onClick={() => onAdd(claim.id)}>{words.addBelow}</Menu.Item>
      <Menu.Item onClick={() => onChooseParent(claim)}>{words.move}</Menu.Item>
      <Menu.Item onClick={() => onRelate(claim)}>{words.relate}</Menu.Item>
      {claim.outgoing.map(({ id, relationTypeId, target }) => (
        <Menu.Item key={id} onClick={() => unrelate.mutate({ id })}>
          {words.unrelate(relationName(relationTypeId, targets), target?.text ?? words.gone)}
        </Menu.Item>
      ))}
    </>
  )
}
