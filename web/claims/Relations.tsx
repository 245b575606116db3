import { Anchor } from '@mantine/core'
import type { ClaimPartsFragment } from '../generated/graphql.js'
import type { Targets } from '../personas/GlossEditor.js'
import { texts } from '../texts.js'
import classes from './ClaimRows.module.css'

interface Props {
  claim: ClaimPartsFragment
  targets: Targets
  /** Moves the focus to another claim of the tree. */
  onGo: (claimId: string) => void
}

/** The relations from and to a claim: buttons that focus claims of the same tree, and plain text for others. */
export function Relations({ claim: { summaryId, outgoing, incoming }, targets, onGo }: Props) {
  const words = texts.claims
  const all = [
    ...outgoing.map(({ id, relationTypeId: type, target }) => ({ id, type, other: target, name: words.related })),
    ...incoming.map(({ id, relationTypeId: type, source }) => ({ id, type, other: source, name: words.relatedFrom })),
  ]
  return all.map(({ id, type, other, name }) => {
    const label = name(relationName(type, targets), other?.text ?? words.gone)
    return other?.summaryId === summaryId ? (
      <Anchor
        {...{ key: id, component: 'button', type: 'button', inherit: true, title: label }}
        className={classes.relation}
        onClick={() => onGo(other.id)}
      >
        {label}
      </Anchor>
    ) : (
      <span key={id} className={classes.relation} title={label}>
        {label}
      </span>
    )
  })
}

/** Returns the relation types of the persona; the relations of claims store their keys. */
export const relationTypesOf = ({ things }: Targets) =>
  things.flatMap(({ name, words = name, piece }) =>
    piece.type === 'TYPE_REF' && piece.refType === 'RELATION' ? [{ key: piece.content, name: words }] : [],
  )

/** Returns the name of a relation type of the persona, or else the stored word. */
export const relationName = (relationTypeId: string, targets: Targets) =>
  relationTypesOf(targets).find(({ key }) => key === relationTypeId)?.name ?? relationTypeId
