import { Button, Group, Stack, Text } from '@mantine/core'
import { texts } from '../texts.js'
import { Dialog } from './Dialog.js'

interface Props {
  title: string
  /** What will be deleted, and whether it can be restored. */
  says: string
  /** The label of the button that acts. */
  act: string
  onAct: () => void
  onClose: () => void
}

/** Asks before something is deleted; closing the dialog changes nothing. */
export function Question({ title, says, act, onAct, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text>{says}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.states.cancel}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              onClose()
              onAct()
            }}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
