import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { saveFile } from '../lib/transfer.js'
import { texts } from '../texts.js'
import { ImportNotes } from './ImportNotes.js'
import { groupsOf } from './note-groups.js'
import type { Report } from './report.js'

const words = texts.exchange.import

interface Props {
  report: Report
  title: string
  /** The name of the imported file; a report that has it can be saved. */
  name?: string
  /** What can be done after reading the report, kept in view above the notes. */
  act?: ReactNode
}

/** The report of a preview or an import: a summary that comes into view, counts by kind, and the notes. */
export function ImportReport({ report, title, name, act }: Props) {
  const { summary } = report
  const groups = useMemo(() => groupsOf(report), [report])
  const kinds = words.kinds(summary.importedItems, summary.skippedItems)
  const head = useRef<HTMLDivElement>(null)
  // In Chromium `scrollIntoView` returns a promise, which an effect must not return.
  useEffect(() => void head.current?.scrollIntoView({ block: 'nearest' }), [report])
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Stack gap="sm" ref={head} style={{ scrollMarginBlock: 'calc(var(--app-shell-header-offset, 0px) + 1rem)' }}>
        <Alert color={report.success ? 'teal' : 'red'} title={title}>
          {words.lines(summary.totalLines, summary.failedLines, summary.excludedLines)}
          {summary.likelyRepeats > 0 && <Text size="sm">{words.repeats(summary.likelyRepeats)}</Text>}
        </Alert>
        {act}
      </Stack>
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
      {groups.length > 0 && <ImportNotes groups={groups} />}
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
