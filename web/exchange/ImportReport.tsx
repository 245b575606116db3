import { Alert, Badge, Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveFile } from '../lib/transfer.js'
import { texts } from '../texts.js'

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

export interface Report {
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

/**
 * A preview reports each conflict of an annotation in the terms of both contracts; these types are the duplicates
 * (I-40).
 */
const repeated = ['duplicate_id', 'overlapping_frames']
/** The most notes that are shown at once; the saved report has all of them. */
const mostShown = 200
const words = texts.exchange.import

/**
 * The report of a preview or an import as tables, with notes that can be filtered; it can be saved if it has a `name`.
 */
export function ImportReport({ report, title, name }: { report: Report; title: string; name?: string }) {
  const { summary } = report
  const notes = notesOf(report)
  const kinds = words.kinds(summary.importedItems, summary.skippedItems)
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Alert color={report.success ? 'teal' : 'red'} title={title}>
        {words.lines(summary.totalLines, summary.failedLines, summary.excludedLines)}
        {summary.likelyRepeats > 0 && <Text size="sm">{words.repeats(summary.likelyRepeats)}</Text>}
      </Alert>
      <Table aria-label={words.becomes}>
        <Head columns={words.columns} />
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
      {notes.length > 0 && <Notes notes={notes} />}
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

type SortedNote = Note & { sort: string }

/** Returns the errors, conflicts and warnings of a report, in this order. */
function notesOf({ errors, conflicts, warnings }: Report): SortedNote[] {
  const fromConflicts = conflicts.filter(({ type }) => !repeated.includes(type))
  return [
    ...errors.map((error) => ({ ...error, sort: words.error })),
    ...fromConflicts.map(({ line = 0, type, details = '', resolution = '' }) => ({
      line,
      type,
      sort: words.conflict,
      message: [details, resolution].filter(Boolean).join(' → '),
    })),
    ...warnings.map((warning) => ({
      ...(typeof warning === 'string' ? { line: 0, type: '', message: warning } : warning),
      sort: words.warning,
    })),
  ]
}

function Notes({ notes }: { notes: readonly SortedNote[] }) {
  const [filter, setFilter] = useState('')
  const wanted = filter.toLowerCase()
  const matching = notes.filter(({ message, type, sort, line }) =>
    `${sort} ${type} ${line} ${message}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <TextInput label={words.filter} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
      <Text size="xs" c="dimmed" role="status">
        {words.shown(Math.min(matching.length, mostShown), notes.length)}
      </Text>
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={words.notes}>
          <Head columns={words.noteColumns} />
          <Table.Tbody>
            {matching.slice(0, mostShown).map(({ line, type, message, sort }, i) => (
              <Table.Tr key={i}>
                <Table.Td>{line || ''}</Table.Td>
                <Table.Td>
                  <Badge miw="max-content" variant="light" color={sort === words.error ? 'red' : 'orange'} tt="none">
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
  )
}

function Head({ columns }: { columns: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th key={column}>{column}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}
