import { Button, Checkbox, NumberInput, Popover, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { RequestSummaryDocument, type FusionStrategy, type JobStateFragment } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

interface Props {
  videoId: string
  personaId: string
  disabled: boolean
  onStart: (job: JobStateFragment) => void
}

/** A button and its options that start a job in which a model writes the summary. */
export function RequestSummary({ videoId, personaId, disabled, onStart }: Props) {
  const words = texts.reading.request
  const [opened, setOpened] = useState(false)
  const [enableAudio, setAudio] = useState(false)
  const [maxFrames, setMaxFrames] = useState<number | string>(30)
  const [frameSampleRate, setRate] = useState<number | string>(1)
  const [fusionStrategy, setFusion] = useState<FusionStrategy>('SEQUENTIAL')
  const { mutate, isPending } = useAct(RequestSummaryDocument, {
    onSuccess({ requestSummary }) {
      setOpened(false)
      onStart(requestSummary)
    },
  })
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-end" withRoles width={300}>
      <Popover.Target>
        <Button size="xs" variant="light" disabled={disabled} onClick={() => setOpened(!opened)}>
          {words.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.open}>
        <Stack gap="sm">
          <NumberInput label={words.maxFrames} min={1} max={100} value={maxFrames} onChange={setMaxFrames} />
          <NumberInput label={words.sampleRate} min={1} max={10} value={frameSampleRate} onChange={setRate} />
          <Checkbox
            label={words.audio}
            checked={enableAudio}
            onChange={(event) => setAudio(event.currentTarget.checked)}
          />
          {enableAudio && (
            <Select
              label={words.fusion}
              data={choicesOf(words.fusions)}
              value={fusionStrategy}
              allowDeselect={false}
              onChange={(value) => value && setFusion(value as FusionStrategy)}
              comboboxProps={{ withinPortal: false }}
            />
          )}
          <Button
            loading={isPending}
            onClick={() =>
              mutate({
                input: {
                  videoId,
                  personaId,
                  maxFrames: Number(maxFrames) || 30,
                  frameSampleRate: Number(frameSampleRate) || 1,
                  ...(enableAudio && { enableAudio, fusionStrategy }),
                },
              })
            }
          >
            {words.start}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
