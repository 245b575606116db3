import { Button, Group, Stack, Text } from '@mantine/core'
import { texts } from '../texts.js'
import { Dialog } from './Dialog.js'

interface Props {
  title: string
  /** What goes, and whether it can come back. */
  says: string
  /** The word on the button that acts. */
  act: string
  onAct: () => void
  onClose: () => void
}

/** Asks before something goes; closing it changes nothing. */
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
