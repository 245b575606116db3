import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Kind, SourceFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { addressOfShared, nameOfShared } from './thing.js'

interface Props {
  source: SourceFragment | null | undefined
  /** The kind of the copy, which is that of its source. */
  kind: Kind
}

/** What a thing is a copy of, as a link to the source as long as the user may read it; nothing for what is no copy. */
export function CopiedFrom({ source, kind }: Props) {
  if (!source) return null
  const { id, node: resource, version } = source
  const address = resource && addressOfShared({ resource, resourceType: kind, resourceId: id })
  const name = resource ? nameOfShared({ resource, resourceType: kind }) : undefined
  const words = texts.sharing.copiedFrom(name, version ?? undefined)
  if (!address)
    return (
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    )
  return (
    <Anchor component={Link} size="sm" href={address}>
      {words}
    </Anchor>
  )
}
