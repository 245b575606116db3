import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { texts } from '../texts.js'
import { idsBelow } from './ids-below.js'
import type { ClaimNode } from './use-claim-tree.js'

interface Props {
  claim: ClaimNode['claim']
  nodes: readonly ClaimNode[]
  onMove: (claim: ClaimNode['claim'], parentId: string | null) => void
  onClose: () => void
}

/** The value of the select that means no parent. */
const topLevel = ''

/** A dialog that moves a claim with its subclaims below another claim or to the top level. */
export function MoveClaim({ claim, nodes, onMove, onClose }: Props) {
  const words = texts.claims
  const now = nodes.find(({ id }) => id === claim.id)?.parentId ?? topLevel
  const [parentId, choose] = useState(now)
  const below = idsBelow(nodes, claim.id)
  const parents = nodes.filter(({ id }) => !below.has(id)).map((node) => ({ value: node.id, label: node.claim.text }))
  return (
    <Dialog onClose={onClose} title={words.move}>
      <Stack>
        <Text size="sm">{claim.text}</Text>
        <Select
          label={words.moveTo}
          data={[{ value: topLevel, label: words.topLevel }, ...parents]}
          value={parentId}
          onChange={(id) => choose(id ?? topLevel)}
          // Typing then replaces the name of the present parent and searches.
          onFocus={(event) => event.currentTarget.select()}
          allowDeselect={false}
          searchable
          data-autofocus
        />
        <Button
          disabled={parentId === now}
          onClick={() => {
            onMove(claim, parentId === topLevel ? null : parentId)
            onClose()
          }}
        >
          {texts.states.save}
        </Button>
      </Stack>
    </Dialog>
  )
}
