import { ActionIcon, Badge, Box, Button, Checkbox, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Confidence } from '../app/Confidence.js'
import { IconChevronDown, IconChevronRight } from '../app/icons.js'
import { Gloss, isRich, Words } from '../personas/Gloss.js'
import { ReviewChip } from '../reviews/ReviewChip.js'
import { texts } from '../texts.js'
import { ClaimMenu, type ClaimActs } from './ClaimMenu.js'
import { evidenceAddressOf } from './evidence-address.js'
import { isByModel, sourceOf } from './claim-source.js'
import { Relations } from './Relations.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import type { ClaimNode } from './use-claim-tree.js'

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

/** A claim: its text, a link to its evidence, its relations and the model it comes from. */
export function ClaimRow({ videoId, node, isClosed, editor, onToggle, onGo, chosen, onDrag, ...acts }: Props) {
  const words = texts.claims
  const { claim, childCount, depth } = node
  // The indent is limited, so that rows of a deep tree keep room for their text.
  const indent = Math.min(depth, 12) * 18
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
          // For mice; the keyboard uses the row.
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
        {claim.viewerCan.update && !editor && <Handle text={claim.text} onDrag={onDrag} />}
        <Box style={{ flex: 1, minWidth: 0 }}>
          {editor || <Content claim={claim} videoId={videoId} targets={acts.targets} onGo={onGo} />}
        </Box>
        <ClaimMenu node={node} isEdited={Boolean(editor)} {...acts} />
      </Group>
    </Box>
  )
}

/** Drags the claim to another parent with a mouse; the keyboard uses the menu. */
function Handle({ text, onDrag }: Pick<Props, 'onDrag'> & { text: string }) {
  return (
    <Box
      draggable
      aria-hidden
      title={texts.claims.drag(text)}
      style={{ cursor: 'grab', flex: 'none', color: 'var(--mantine-color-dimmed)', lineHeight: '22px' }}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', text)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      ⠿
    </Box>
  )
}

function Content({
  claim,
  videoId,
  targets,
  onGo,
}: Pick<Props, 'videoId' | 'targets' | 'onGo'> & { claim: ClaimNode['claim'] }) {
  const evidence = evidenceAddressOf(claim, videoId)
  return (
    <>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {isRich(claim.gloss) ? <Gloss items={claim.gloss} /> : <Words text={claim.text} />}
      </Text>
      <Group gap={6} mt={4}>
        {claim.confidence != null && <Confidence value={claim.confidence} />}
        {isByModel(claim) !== undefined && (
          <Badge variant="light" color="gray" tt="none" title={sourceOf(claim)}>
            {isByModel(claim) ? texts.claims.byModel : texts.claims.manual}
          </Badge>
        )}
        {evidence && (
          <Button component={Link} href={evidence} size="compact-sm" variant="subtle">
            {texts.claims.evidence}
          </Button>
        )}
        {(claim.viewerCan.review || claim.reviewState !== 'OPEN') && <ReviewChip review={claim} />}
        <Relations claim={claim} targets={targets} onGo={onGo} />
      </Group>
    </>
  )
}
