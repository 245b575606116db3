import { Autocomplete, Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { RelateClaimsDocument, type ClaimPartsFragment } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { useClaimTargets } from '../personas/targets.js'
import type { Targets } from '../personas/GlossEditor.js'
import { texts } from '../texts.js'
import { relationName, relationTypesOf } from './Relations.js'

/** Offered in addition to the relation types of the persona; these are stored as the words themselves. */
const usualRelations = ['supports', 'contradicts', 'causes', 'elaborates']

interface Props {
  claim: ClaimPartsFragment
  others: readonly ClaimPartsFragment[]
  targets: Targets
  onClose: () => void
  onSaved: () => void
}

/** A dialog that adds a relation from a claim to another claim of the same or another summary. */
export function RelateClaim({ claim, others, targets, onClose, onSaved }: Props) {
  const words = texts.claims
  const [type, setType] = useState('')
  const [targetClaimId, setTarget] = useState<string | null>(null)
  const relate = useAct(RelateClaimsDocument, {
    onSuccess() {
      onSaved()
      onClose()
    },
  })
  const { claims, ask } = useClaimTargets()
  const own = others.filter(({ id }) => id !== claim.id).map(({ id, text }) => ({ value: id, label: text }))
  const here = new Set(others.map(({ id }) => id))
  const elsewhere = new Map<string, { value: string; label: string }[]>()
  for (const { text, place, piece } of claims) {
    const id = String(piece.refClaimId)
    const group = place || words.ofOthers
    if (!here.has(id)) elsewhere.set(group, [...(elsewhere.get(group) ?? []), { value: id, label: text }])
  }
  const types = relationTypesOf(targets)
  const used = others.flatMap(({ outgoing }) => outgoing.map((one) => relationName(one.relationTypeId, targets)))
  const names = [...new Set([...types.map(({ name }) => name), ...usualRelations, ...used])]
  return (
    <Dialog onClose={onClose} title={words.relate}>
      <Stack>
        <Text size="sm">{claim.text}</Text>
        <Autocomplete label={words.relation} data={names} value={type} onChange={setType} data-autofocus />
        <Select
          label={words.target}
          data={[{ group: words.ofThis, items: own }, ...Array.from(elsewhere, ([group, items]) => ({ group, items }))]}
          value={targetClaimId}
          onChange={setTarget}
          onSearchChange={ask}
          searchable
          limit={50}
        />
        <Button
          disabled={!type.trim() || !targetClaimId}
          loading={relate.isPending}
          onClick={() => {
            const relationTypeId = types.find(({ name }) => name === type.trim())?.key ?? type.trim()
            if (targetClaimId) relate.mutate({ input: { sourceClaimId: claim.id, targetClaimId, relationTypeId } })
          }}
        >
          {texts.states.save}
        </Button>
      </Stack>
    </Dialog>
  )
}
