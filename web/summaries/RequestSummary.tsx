import { Checkbox, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import {
  RequestSummaryDocument,
  type EditedTextPolicy,
  type FusionStrategy,
  type JobStateFragment,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { editedFieldsOf } from './ReplaceQuestion.js'
import { WritePopover } from './WritePopover.js'

interface Props {
  videoId: string
  personaId: string
  disabled: boolean
  onStart: (job: JobStateFragment) => void
}

/**
 * A button, with options, that starts a job in which a model writes the summary. If a user has written the present one,
 * the server refuses, and the user is asked whether to replace it.
 */
export function RequestSummary({ videoId, personaId, disabled, onStart }: Props) {
  const words = texts.reading.request
  const [enableAudio, setAudio] = useState(false)
  const [maxFrames, setMaxFrames] = useState<number | string>(30)
  const [frameSampleRate, setRate] = useState<number | string>(1)
  const [fusionStrategy, setFusion] = useState<FusionStrategy>('SEQUENTIAL')
  const [edited, setEdited] = useState<readonly string[]>([])
  const { mutate, isPending } = useAct(RequestSummaryDocument, {
    onSuccess({ requestSummary }) {
      setEdited([])
      onStart(requestSummary.job)
    },
    onError(error) {
      const fields = editedFieldsOf(error)
      if (fields) setEdited(fields)
      else showError(error)
    },
  })
  const start = (onEdited: EditedTextPolicy) => {
    mutate({
      input: {
        ...{ videoId, personaId, onEdited },
        maxFrames: Number(maxFrames) || 30,
        frameSampleRate: Number(frameSampleRate) || 1,
        ...(enableAudio && { enableAudio, fusionStrategy }),
      },
    })
  }
  return (
    <WritePopover
      label={words.open}
      disabled={disabled}
      busy={isPending}
      edited={edited}
      onStart={start}
      onKeep={() => setEdited([])}
    >
      <NumberInput label={words.maxFrames} {...bounds.summaryFrames} value={maxFrames} onChange={setMaxFrames} />
      <NumberInput label={words.sampleRate} {...bounds.summarySampleRate} value={frameSampleRate} onChange={setRate} />
      <Checkbox label={words.audio} checked={enableAudio} onChange={(event) => setAudio(event.currentTarget.checked)} />
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
    </WritePopover>
  )
}
