import { Button, Checkbox, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useState } from 'react'
import { Refused } from '../app/Refused.js'
import { TransferBar } from '../app/TransferBar.js'
import { ImportsDoneDocument } from '../generated/graphql.js'
import { keyOf } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { ImportReport } from './ImportReport.js'
import type { Report } from './report.js'
import { useImportUpload, type Choices } from './use-import-upload.js'

const words = texts.exchange.import

/** Imports a file: first shows a preview and then, when the user confirms it, the report of the import. */
export function ImportPanel() {
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState<Choices>({})
  const [isStrict, setStrict] = useState(false)
  const [preview, setPreview] = useState<Report>()
  const [report, setReport] = useState<Report>()
  const [isTaking, setTaking] = useState(false)
  const { state, refused, setRefused, send, stop } = useImportUpload()

  async function look(what: File, choices = chosen, strict = isStrict) {
    setFile(what)
    setReport(undefined)
    setPreview(undefined)
    const again = () => void look(what, choices, strict)
    const answer = await send('/api/import/preview', what, { choices, strict, again })
    if (answer) setPreview(answer)
  }

  async function take() {
    if (!file) return
    setTaking(true)
    const answer = await send('/api/import', file, { choices: chosen, strict: isStrict, again: () => void take() })
    setTaking(false)
    void queryClient.invalidateQueries({ queryKey: keyOf(ImportsDoneDocument) })
    if (!answer) return
    setReport(answer)
    setPreview(undefined)
    void queryClient.invalidateQueries()
  }

  function choose(next: Choices, strict: boolean) {
    setChosen(next)
    setStrict(strict)
    if (file) void look(file, next, strict)
  }

  return (
    <Stack gap="sm">
      <FileDrop
        file={file}
        disabled={state !== undefined}
        onDrop={(dropped) => void look(dropped)}
        onReject={(name) => setRefused({ title: words.refused, name, why: words.oneFile })}
      />
      <ImportChoices {...{ chosen, isStrict, disabled: isTaking }} onChange={choose} />
      {state && (
        <TransferBar
          label={words.sending}
          state={state}
          // Once the file is sent completely, the server imports it, so stopping has no effect.
          onStop={isTaking && state.done === state.total ? undefined : stop}
        />
      )}
      <Refused
        title={refused?.title ?? ''}
        files={refused ? [refused] : []}
        retry={refused?.retry}
        onClose={() => setRefused(undefined)}
      />
      {preview && !state && (
        <ImportReport
          report={preview}
          title={words.preview}
          act={
            <Button onClick={() => void take()} disabled={!preview.success}>
              {words.start}
            </Button>
          }
        />
      )}
      {report && (
        <ImportReport report={report} title={report.success ? words.done : words.refused} name={file?.name ?? ''} />
      )}
    </Stack>
  )
}

interface DropProps {
  /** The file that was dropped last. */
  file: File | undefined
  disabled: boolean
  onDrop: (file: File) => void
  /** Called with the name of the first file where several were dropped. */
  onReject: (name: string) => void
}

function FileDrop({ file, disabled, onDrop, onReject }: DropProps) {
  return (
    <Dropzone
      multiple={false}
      useFsAccessApi={false} // Uses the dialog of a file input, which all browsers have, instead of Chromium's own.
      onDrop={([first]) => first && onDrop(first)}
      onReject={([first]) => first && onReject(first.file.name)}
      disabled={disabled}
      inputProps={{ 'aria-label': words.drop }}
    >
      <Text ta="center" py="md">
        {file ? words.chosen(file.name, texts.exchange.bytes(file.size)) : words.drop}
      </Text>
    </Dropzone>
  )
}

interface ChoicesProps {
  chosen: Choices
  isStrict: boolean
  disabled: boolean
  onChange: (chosen: Choices, isStrict: boolean) => void
}

/** What the server does if nothing is chosen. */
const standard = {
  personas: 'skip',
  worldObjects: 'skip',
  duplicateSequenceIds: 'skip',
  overlappingFrameRanges: 'by-file',
  missingDependencies: 'skip-item',
} as const satisfies Record<keyof Choices, string>

/** How to resolve each kind of conflict, and whether warnings are errors. */
function ImportChoices({ chosen, isStrict, disabled, onChange }: ChoicesProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {(Object.keys(standard) as (keyof Choices)[]).map((name) => (
          <Select
            key={name}
            label={words.choices[name].label}
            description={name === 'overlappingFrameRanges' ? words.overlapHint : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            disabled={disabled}
            allowDeselect={false}
            data={Object.entries(words.choices[name].values).map(([value, text]) => ({
              value,
              label: value === standard[name] ? words.standard(text) : text,
            }))}
            value={chosen[name] ?? standard[name]}
            onChange={(value) => {
              const { [name]: _before, ...others } = chosen
              onChange(value && value !== standard[name] ? { ...others, [name]: value } : others, isStrict)
            }}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        label={words.strict}
        checked={isStrict}
        disabled={disabled}
        onChange={(event) => onChange(chosen, event.currentTarget.checked)}
      />
    </>
  )
}
