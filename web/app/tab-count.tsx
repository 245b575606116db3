import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { language } from '../texts.js'

/**
 * Returns what stands beside the label of a tab or of a kind: how many rows it has, or nothing if that is not known or
 * none.
 */
export function tabCount(count: number | undefined): ReactNode {
  if (!count) return undefined
  return (
    <Text span size="xs" c="dimmed">
      {count.toLocaleString(language)}
    </Text>
  )
}
