import { ActionIcon, Box, Checkbox, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconChevronDown, IconChevronRight } from '../app/icons.js'
import { Gloss, isRich, Words } from '../personas/Gloss.js'
import { texts } from '../texts.js'
import { ClaimMarks } from './ClaimMarks.js'
import { ClaimMenu, type ClaimActs } from './ClaimMenu.js'
import { Relations } from './Relations.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import type { ClaimNode } from './use-claim-tree.js'
import classes from './ClaimRows.module.css'

interface Props extends ClaimActs {
  node: ClaimNode
  videoId: string
  isClosed: boolean
  /** Shown in place of the claim while it is edited. */
  editor: ReactNode
  onToggle: () => void
  /** Moves the focus to another claim of the tree. */
  onGo: (claimId: string) => void
  /** The claims that are selected. */
  chosen: ChosenClaims
  /** Called when a drag of the claim to another parent starts and ends. */
  onDrag: (isDragged: boolean) => void
}

/** A claim: its text, with its relations below and its evidence, confidence, review and acts beside it. */
export function ClaimRow({ videoId, node, isClosed, editor, onToggle, onGo, chosen, onDrag, ...acts }: Props) {
  const { claim, depth } = node
  // The indent is limited, so that rows of a deep tree keep room for their text.
  const indent = Math.min(depth, 12) * 18
  return (
    <div className={classes.claim} style={{ paddingInlineStart: indent }}>
      <div className={classes.gutter}>
        {claim.viewerCan.update && !editor && <Handle text={claim.text} onDrag={onDrag} />}
        <Toggle node={node} isClosed={isClosed} onToggle={onToggle} />
        {canChoose(claim) && !editor && (
          // For mice; the keyboard uses the row.
          <Checkbox
            size="xs"
            radius="sm"
            className={classes.check}
            tabIndex={-1}
            aria-label={texts.reviews.selectOf(claim.text)}
            checked={chosen.has(claim.id)}
            onChange={({ currentTarget }) => chosen.set([claim.id], currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.content}>{editor || <Content claim={claim} targets={acts.targets} onGo={onGo} />}</div>
      {!editor && <ClaimMarks claim={claim} videoId={videoId} reviews={acts.reviews} />}
      <ClaimMenu node={node} videoId={videoId} isEdited={Boolean(editor)} {...acts} />
    </div>
  )
}

/** Shows and hides the claims below a claim; an empty place for a claim without any. */
function Toggle({ node: { childCount }, isClosed, onToggle }: Pick<Props, 'node' | 'isClosed' | 'onToggle'>) {
  if (childCount === 0) return <Box w={24} style={{ flex: 'none' }} />
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      tabIndex={-1}
      aria-label={isClosed ? texts.claims.open(childCount) : texts.claims.close}
      onClick={onToggle}
    >
      {isClosed ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  )
}

/** Drags the claim to another parent with a mouse; the keyboard uses the menu. */
function Handle({ text, onDrag }: Pick<Props, 'onDrag'> & { text: string }) {
  return (
    <div
      draggable
      aria-hidden
      title={texts.claims.drag(text)}
      className={classes.handle}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', text)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      ⠿
    </div>
  )
}

/** The text of a claim and, in a second line, the note of its review and its relations. */
function Content({ claim, targets, onGo }: Pick<Props, 'targets' | 'onGo'> & { claim: ClaimNode['claim'] }) {
  const { gloss, text, reviewNote, outgoing, incoming } = claim
  return (
    <>
      <span>{isRich(gloss) ? <Gloss items={gloss} /> : <Words text={text} />}</span>
      {(reviewNote || outgoing.length > 0 || incoming.length > 0) && (
        <div className={classes.below}>
          {reviewNote && (
            <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
              {texts.reviews.noted(reviewNote)}
            </Text>
          )}
          <Relations claim={claim} targets={targets} onGo={onGo} />
        </div>
      )}
    </>
  )
}
