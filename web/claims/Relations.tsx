import { Badge, Button } from '@mantine/core'
import type { ClaimPartsFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'

interface Props {
  claim: ClaimPartsFragment
  /** Moves the focus to another claim of the tree. */
  onGo: (claimId: string) => void
}

/** The relations from and to a claim: buttons that lead to claims of the same tree, plain badges for others. */
export function Relations({ claim: { summaryId, outgoing, incoming }, onGo }: Props) {
  const words = texts.claims
  const all = [
    ...outgoing.map(({ id, relationTypeId: type, target }) => ({ id, type, other: target, name: words.related })),
    ...incoming.map(({ id, relationTypeId: type, source }) => ({ id, type, other: source, name: words.relatedFrom })),
  ]
  return all.map(({ id, type, other, name }) => {
    const said = name(type, other?.text ?? words.gone)
    return other?.summaryId === summaryId ? (
      <Button key={id} size="compact-sm" variant="default" maw="100%" title={said} onClick={() => onGo(other.id)}>
        {said}
      </Button>
    ) : (
      <Badge key={id} variant="outline" color="gray" tt="none" maw="100%" title={other?.text}>
        {said}
      </Badge>
    )
  })
}
