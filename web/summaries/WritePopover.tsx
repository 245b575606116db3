import { Button, Popover, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { texts } from '../texts.js'
import { ReplaceQuestion } from './ReplaceQuestion.js'
import type { EditedTextPolicy } from '../generated/graphql.js'

interface Props {
  label: string
  disabled: boolean
  /** Whether the request is under way. */
  busy: boolean
  /** The fields written by a user, for which the server has refused the request; empty if it has not. */
  edited: readonly string[]
  onStart: (onEdited: EditedTextPolicy) => void
  onKeep: () => void
  /** The options. */
  children: ReactNode
}

/**
 * A button and its options, with another button that has a model write. If this would replace what a user has written,
 * it asks first.
 */
export function WritePopover({ label, disabled, busy, edited, onStart, onKeep, children }: Props) {
  const [opened, setOpened] = useState(false)
  const start = () => {
    setOpened(false)
    onStart('REFUSE')
  }
  if (edited.length)
    return <ReplaceQuestion edited={edited} busy={busy} onReplace={() => onStart('REPLACE')} onClose={onKeep} />
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-end" withRoles width={300}>
      <Popover.Target>
        <Button size="xs" variant="default" disabled={disabled} loading={busy} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">
          {children}
          <Button loading={busy} onClick={start}>
            {texts.reading.request.start}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
