import { ActionIcon, Badge, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Confidence } from '../app/Confidence.js'
import { IconChevronDown, IconChevronRight, IconDots } from '../app/icons.js'
import { Question } from '../app/Question.js'
import { HistoryDialog } from '../changes/HistoryDialog.js'
import { useUndo } from '../changes/undo.js'
import { DeleteClaimDocument, DeleteRelationDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { Gloss, isRich, Words } from '../personas/Gloss.js'
import type { Known } from '../personas/GlossEditor.js'
import { ReviewChip } from '../reviews/ReviewChip.js'
import { ReviewItems } from '../reviews/ReviewItems.js'
import { asReviewable, type Reviews } from '../reviews/use-reviews.js'
import { texts } from '../texts.js'
import { evidenceAddressOf } from './evidence-address.js'
import { relationName, Relations } from './Relations.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import type { ClaimNode } from './use-claim-tree.js'

interface Props {
  node: ClaimNode
  videoId: string
  isClosed: boolean
  /** Shown in place of the claim while it is edited. */
  editor: ReactNode
  onToggle: () => void
  /** Moves the focus to another claim of the tree. */
  onGo: (claimId: string) => void
  onEdit: (claim: ClaimNode['claim']) => void
  onAdd: (parentId: string) => void
  onRelate: (claim: ClaimNode['claim']) => void
  onShare: (claim: ClaimNode['claim']) => void
  onChooseParent: (claim: ClaimNode['claim']) => void
  reviews: Reviews
  /** The claims that are selected. */
  chosen: ChosenClaims
  /** Called when it begins and ends to be dragged to another parent. */
  onDrag: (isDragged: boolean) => void
  known: Known
  onChange: () => void
}

/** One claim: its text, a link to its evidence, its relations and the model it comes from. */
export function ClaimRow({
  videoId,
  node: { claim, childCount, depth },
  isClosed,
  editor,
  onToggle,
  onGo,
  onEdit,
  onAdd,
  onRelate,
  onShare,
  onChooseParent,
  reviews,
  chosen,
  onDrag,
  known,
  onChange,
}: Props) {
  const words = texts.claims
  const can = claim.viewerCan
  const [isRemoving, setRemoving] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const offerUndo = useUndo()
  const remove = useAct(DeleteClaimDocument, {
    onSuccess() {
      offerUndo(words.removed(claim.text), { kind: 'CLAIM', thingId: claim.id })
      onChange()
    },
  })
  const unrelate = useAct(DeleteRelationDocument, { onSuccess: onChange })
  const evidence = evidenceAddressOf(claim, videoId)
  // The indent is limited, so that rows of a deep tree keep room for their text.
  const indent = Math.min(depth, 12) * 18
  const source = [claim.modelUsed, claim.extractionStrategy].filter(Boolean).join(', ')
  return (
    <Box pl={indent} py={6} style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
      <Group gap="xs" align="start" wrap="nowrap">
        {childCount > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-label={isClosed ? words.open(childCount) : words.close}
            onClick={onToggle}
          >
            {isClosed ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
          </ActionIcon>
        ) : (
          <Box w={22} style={{ flex: 'none' }} />
        )}
        {canChoose(claim) && !editor && (
          // For mice; keys use the row.
          <Checkbox
            size="xs"
            radius="sm"
            mt={3}
            tabIndex={-1}
            aria-label={texts.reviews.selectOf(claim.text)}
            checked={chosen.has(claim.id)}
            onChange={({ currentTarget }) => chosen.set([claim.id], currentTarget.checked)}
          />
        )}
        {can.update && !editor && (
          // For mice; keys use the menu.
          <Box
            draggable
            aria-hidden
            title={words.drag(claim.text)}
            style={{ cursor: 'grab', flex: 'none', color: 'var(--mantine-color-dimmed)', lineHeight: '22px' }}
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', claim.text)
              event.dataTransfer.effectAllowed = 'move'
              onDrag(true)
            }}
            onDragEnd={() => onDrag(false)}
          >
            ⠿
          </Box>
        )}
        {editor ? (
          <Box style={{ flex: 1, minWidth: 0 }}>{editor}</Box>
        ) : (
          <Box style={{ flex: 1, minWidth: 0 }}>
            <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
              {isRich(claim.gloss) ? <Gloss items={claim.gloss} /> : <Words text={claim.text} />}
            </Text>
            <Group gap={6} mt={4}>
              {claim.confidence != null && <Confidence value={claim.confidence} />}
              {source && (
                <Badge variant="light" color="gray" tt="none">
                  {source}
                </Badge>
              )}
              {evidence && (
                <Button component={Link} href={evidence} size="compact-sm" variant="subtle">
                  {words.evidence}
                </Button>
              )}
              {(can.review || claim.reviewState !== 'OPEN') && <ReviewChip review={claim} />}
              <Relations claim={claim} known={known} onGo={onGo} />
            </Group>
          </Box>
        )}
        {(can.update || can.share || can.review) && !editor && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={words.acts(claim.text)}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.update && (
                <>
                  <Menu.Item onClick={() => onEdit(claim)}>{words.edit}</Menu.Item>
                  <Menu.Item onClick={() => onAdd(claim.id)}>{words.addBelow}</Menu.Item>
                  <Menu.Item onClick={() => onChooseParent(claim)}>{words.move}</Menu.Item>
                  <Menu.Item onClick={() => onRelate(claim)}>{words.relate}</Menu.Item>
                  {claim.outgoing.map(({ id, relationTypeId, target }) => (
                    <Menu.Item key={id} onClick={() => unrelate.mutate({ id })}>
                      {words.unrelate(relationName(relationTypeId, known), target?.text ?? words.gone)}
                    </Menu.Item>
                  ))}
                </>
              )}
              {can.review && <ReviewItems item={asReviewable(claim)} state={claim.reviewState} reviews={reviews} />}
              <Menu.Item onClick={() => setShowing(true)}>{texts.history.open}</Menu.Item>
              {can.share && <Menu.Item onClick={() => onShare(claim)}>{texts.sharing.share}</Menu.Item>}
              {can.delete && (
                <Menu.Item color="red" onClick={() => setRemoving(true)}>
                  {childCount ? words.removeAll(childCount) : words.remove}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
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
    </Box>
  )
}
