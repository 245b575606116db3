import { Checkbox, NumberInput, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import {
  SynthesizeSummaryDocument,
  type EditedTextPolicy,
  type JobStateFragment,
  type SynthesisStrategy,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { editedFieldsOf } from './ReplaceQuestion.js'
import { WritePopover } from './WritePopover.js'

interface Props {
  summaryId: string
  disabled: boolean
  onStart: (job: JobStateFragment) => void
}

const words = texts.reading.synthesis
/** The initial length, in characters. */
const usual = 500

/** A button, with options, that starts a job in which a model rewrites a summary from its claims. */
export function SynthesizeSummary({ summaryId, disabled, onStart }: Props) {
  const [synthesisStrategy, setStrategy] = useState<SynthesisStrategy>('HIERARCHICAL')
  const [maxLength, setLength] = useState<number | string>(usual)
  const [includeConflicts, setConflicts] = useState(true)
  const [includeCitations, setCitations] = useState(false)
  const [edited, setEdited] = useState<readonly string[]>([])
  const { mutate, isPending } = useAct(SynthesizeSummaryDocument, {
    onSuccess({ synthesizeSummary }) {
      setEdited([])
      onStart(synthesizeSummary.job)
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
        summaryId,
        synthesisStrategy,
        includeConflicts,
        includeCitations,
        onEdited,
        maxLength: Number(maxLength) || usual,
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
      <Text size="xs" c="dimmed">
        {words.about}
      </Text>
      <Select
        label={words.strategy}
        data={choicesOf(words.strategies)}
        value={synthesisStrategy}
        allowDeselect={false}
        onChange={(value) => value && setStrategy(value as SynthesisStrategy)}
        comboboxProps={{ withinPortal: false }}
      />
      <NumberInput
        label={words.length}
        {...bounds.synthesisLength}
        step={100}
        allowDecimal={false}
        value={maxLength}
        onChange={setLength}
      />
      <Checkbox
        label={words.conflicts}
        checked={includeConflicts}
        onChange={(event) => setConflicts(event.currentTarget.checked)}
      />
      <Checkbox
        label={words.citations}
        checked={includeCitations}
        onChange={(event) => setCitations(event.currentTarget.checked)}
      />
    </WritePopover>
  )
}
