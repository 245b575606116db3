import { Alert, Badge, Button, Checkbox, Select, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useRef, useState } from 'react'
import { wordsOf } from '../lib/notices.js'
import { Refused } from '../app/Refused.js'
import { ImportsDoneDocument } from '../generated/graphql.js'
import { AnswerError, LostServer } from '../lib/answer.js'
import { keyOf } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { saveFile, upload, type Transfer } from '../lib/transfer.js'
import { TransferBar } from '../app/TransferBar.js'

interface Note {
  line: number
  type: string
  message: string
}

interface Conflict {
  line?: number
  type: string
  details?: string
  resolution?: string
}

interface Report {
  success: boolean
  summary: {
    totalLines: number
    failedLines: number
    excludedLines: number
    likelyRepeats: number
    importedItems: Record<string, number>
    skippedItems: Record<string, number>
  }
  warnings: (Note | string)[]
  errors: Note[]
  conflicts: Conflict[]
}

const choices = texts.exchange.import.choices
type Choice = keyof typeof choices

interface Refusal {
  title: string
  name: string
  why: string
  retry?: (() => void) | undefined
}

/** A preview reports a conflict of an annotation in the terms of both contracts; these types repeat it (I-40). */
const repeated = ['duplicate_id', 'overlapping_frames']
const mostShown = 200 // The most notes that are shown at once; the saved report has all of them.

/** Imports a file: shows first a preview and then, when the user confirms it, the report of the import. */
export function ImportPanel() {
  const words = texts.exchange.import
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState<Partial<Record<Choice, string>>>({})
  const [isStrict, setStrict] = useState(false)
  const [state, setState] = useState<Transfer>()
  const [preview, setPreview] = useState<Report>()
  const [report, setReport] = useState<Report>()
  const [refused, setRefused] = useState<Refusal>()
  const [isTaking, setTaking] = useState(false)
  const stop = useRef<AbortController>(undefined)

  /** Sends the file; resolves to the report, or undefined if stopped or refused. `again` is what a retry runs. */
  async function send(
    path: string,
    what: File,
    { options, strict, again }: { options: typeof chosen; strict: boolean; again: () => void },
  ): Promise<Report | undefined> {
    const { overlappingFrameRanges, duplicateSequenceIds, ...others } = options
    const sequences = {
      ...(overlappingFrameRanges && { overlappingFrameRanges }),
      ...(duplicateSequenceIds && { duplicateSequenceIds }),
    }
    const form = new FormData()
    const conflictResolution = { ...others, ...(Object.keys(sequences).length && { sequences }) }
    form.append('options', JSON.stringify({ conflictResolution, ...(strict && { validation: { strictMode: true } }) }))
    form.append('file', what)
    stop.current?.abort() // Only the last request counts: an answer under way is for earlier choices.
    const own = new AbortController()
    stop.current = own
    setRefused(undefined)
    setState({ done: 0, total: what.size })
    try {
      const answer = await upload<Report>(path, form, setState, own.signal)
      return stop.current === own ? answer : undefined
    } catch (error) {
      // The server may have imported the file without answering; sending it again could import it twice.
      const isUnknown = path === '/api/import' && error instanceof LostServer
      if (!own.signal.aborted)
        setRefused({
          title: isUnknown ? words.unknown : words.refused,
          name: what.name,
          why: isUnknown ? words.lookBelow : wordsOf(error, words.advice),
          retry: isUnknown || isLasting(error) ? undefined : again, // Lasting: would be refused again.
        })
      return undefined
    } finally {
      if (stop.current === own) setState(undefined)
    }
  }

  async function look(what: File, options = chosen, strict = isStrict) {
    setFile(what)
    setReport(undefined)
    setPreview(undefined)
    const again = () => void look(what, options, strict)
    const answer = await send('/api/import/preview', what, { options, strict, again })
    if (answer) setPreview(answer)
  }

  async function take() {
    if (!file) return
    setTaking(true)
    const answer = await send('/api/import', file, {
      ...{ options: chosen, strict: isStrict },
      again: () => void take(),
    })
    setTaking(false)
    void queryClient.invalidateQueries({ queryKey: keyOf(ImportsDoneDocument) })
    if (!answer) return
    setReport(answer)
    setPreview(undefined)
    void queryClient.invalidateQueries()
  }

  function choose(next: typeof chosen, strict: boolean) {
    setChosen(next)
    setStrict(strict)
    if (file) void look(file, next, strict)
  }

  return (
    <Stack gap="sm">
      <Dropzone
        multiple={false}
        useFsAccessApi={false} // Uses the dialog of a file input, which all browsers have, instead of Chromium's own.
        onDrop={([first]) => first && void look(first)}
        onReject={([first]) => first && setRefused({ title: words.refused, name: first.file.name, why: words.oneFile })}
        disabled={state !== undefined}
        inputProps={{ 'aria-label': words.drop }}
      >
        <Text ta="center" py="md">
          {file ? words.chosen(file.name, texts.exchange.bytes(file.size)) : words.drop}
        </Text>
      </Dropzone>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {Object.entries(choices).map(([name, { label, values }]) => (
          <Select
            key={name}
            label={label}
            placeholder={words.asUsual}
            clearable
            disabled={isTaking}
            clearButtonProps={{ 'aria-label': words.asUsual }}
            data={Object.entries(values).map(([value, text]) => ({ value, label: text }))}
            value={chosen[name as Choice] ?? null}
            onChange={(value) => {
              const { [name as Choice]: _before, ...others } = chosen
              choose(value ? { ...others, [name]: value } : others, isStrict)
            }}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        label={words.strict}
        checked={isStrict}
        disabled={isTaking}
        onChange={(event) => choose(chosen, event.currentTarget.checked)}
      />
      {state && (
        <TransferBar
          label={words.sending}
          state={state}
          // Once the file is sent completely, the server imports it, so stopping has no effect.
          onStop={isTaking && state.done === state.total ? undefined : () => stop.current?.abort()}
        />
      )}
      <Refused
        title={refused?.title ?? ''}
        files={refused ? [refused] : []}
        retry={refused?.retry}
        onClose={() => setRefused(undefined)}
      />
      {preview && !state && (
        <>
          <ImportReport report={preview} title={words.preview} />
          <Button onClick={() => void take()} disabled={!preview.success}>
            {words.start}
          </Button>
        </>
      )}
      {report && (
        <ImportReport report={report} title={report.success ? words.done : words.refused} name={file?.name ?? ''} />
      )}
    </Stack>
  )
}

const isLasting = (error: unknown) =>
  error instanceof AnswerError && ['VALIDATION_ERROR', 'PARSE_ERROR', 'PAYLOAD_TOO_LARGE'].includes(error.code)

/** The report of a preview or an import as tables, with notes that can be filtered; with a `name` it can be saved. */
function ImportReport({ report, title, name }: { report: Report; title: string; name?: string }) {
  const words = texts.exchange.import
  const [filter, setFilter] = useState('')
  const { summary, errors, warnings } = report
  const conflicts = report.conflicts.filter(({ type }) => !repeated.includes(type))
  const kinds = words.kinds(summary.importedItems, summary.skippedItems)
  const notes = [
    ...errors.map((one) => ({ ...one, sort: words.error })),
    ...conflicts.map(({ line = 0, type, details = '', resolution = '' }) => ({
      ...{ line, type, sort: words.conflict },
      message: [details, resolution].filter(Boolean).join(' → '),
    })),
    ...warnings.map((one) => ({
      ...(typeof one === 'string' ? { line: 0, type: '', message: one } : one),
      sort: words.warning,
    })),
  ]
  const wanted = filter.toLowerCase()
  const found = notes.filter(({ message, type, sort, line }) =>
    `${sort} ${type} ${line} ${message}`.toLowerCase().includes(wanted),
  )
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Alert color={report.success ? 'teal' : 'red'} title={title}>
        {words.lines(summary.totalLines, summary.failedLines, summary.excludedLines)}
        {summary.likelyRepeats > 0 && <Text size="sm">{words.repeats(summary.likelyRepeats)}</Text>}
      </Alert>
      <Table aria-label={words.becomes}>
        <Table.Thead>
          <Table.Tr>
            {words.columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map(([kind, taken, skipped]) => (
            <Table.Tr key={kind}>
              <Table.Th fw={400}>{kind}</Table.Th>
              <Table.Td>{taken}</Table.Td>
              <Table.Td>{skipped}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notes.length > 0 && (
        <>
          <TextInput label={words.filter} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
          <Text size="xs" c="dimmed" role="status">
            {words.shown(Math.min(found.length, mostShown), notes.length)}
          </Text>
          <Table.ScrollContainer minWidth={420}>
            <Table aria-label={words.notes}>
              <Table.Thead>
                <Table.Tr>
                  {words.noteColumns.map((column) => (
                    <Table.Th key={column}>{column}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.slice(0, mostShown).map(({ line, type, message, sort }, i) => (
                  <Table.Tr key={i}>
                    <Table.Td>{line || ''}</Table.Td>
                    <Table.Td>
                      <Badge
                        miw="max-content"
                        variant="light"
                        color={sort === words.error ? 'red' : 'orange'}
                        tt="none"
                      >
                        {sort}
                      </Badge>
                    </Table.Td>
                    <Table.Td>{type}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
      {name !== undefined && (
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }), words.reportName(name))
          }
        >
          {words.save}
        </Button>
      )}
    </Stack>
  )
}
