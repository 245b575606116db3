import { Button, Group, Text } from '@mantine/core'
import { texts } from '../texts.js'

interface Props {
  /** Whether there is a draft, which this browser keeps until it is saved or discarded. */
  isKept?: boolean
  /** Whether it is being saved. */
  isBusy: boolean
  /** Whether it is complete, so that it may be saved. */
  isWhole: boolean
  size?: 'xs' | 'sm'
  onDiscard: () => void
}

/** The buttons at the end of a form with a draft; while the form is being saved, it cannot be discarded. */
export function DraftActions({ isKept = false, isBusy, isWhole, size = 'sm', onDiscard }: Props) {
  return (
    <>
      {isKept && (
        <Text size="xs" c="dimmed">
          {texts.states.draft}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size={size} disabled={isBusy} onClick={onDiscard}>
          {texts.states.discard}
        </Button>
        <Button type="submit" size={size} loading={isBusy} disabled={!isWhole}>
          {texts.states.save}
        </Button>
      </Group>
    </>
  )
}
