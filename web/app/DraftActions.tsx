import { Button, Group, Text } from '@mantine/core'
import { texts } from '../texts.js'

interface Props {
  /** Whether a draft is kept in this browser; it is kept until it is saved or discarded. */
  isKept?: boolean
  /** Whether the draft is being saved. */
  isBusy: boolean
  /** Whether the draft is complete and can be saved. */
  isWhole: boolean
  /** Whether the draft is that of something new, which is not made then if it is discarded. */
  isNew?: boolean
  size?: 'xs' | 'sm'
  onDiscard: () => void
}

/** The buttons at the end of a form with a draft; while the form is being saved, it cannot be discarded. */
export function DraftActions({ isKept = false, isBusy, isWhole, isNew = false, size = 'sm', onDiscard }: Props) {
  return (
    <>
      {isKept && (
        <Text size="xs" c="dimmed">
          {texts.states.draft}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size={size} disabled={isBusy} onClick={onDiscard}>
          {isNew ? texts.states.cancel : texts.states.discard}
        </Button>
        <Button type="submit" size={size} loading={isBusy} disabled={!isWhole}>
          {texts.states.save}
        </Button>
      </Group>
    </>
  )
}
