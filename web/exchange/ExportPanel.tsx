import { Alert, Button, Checkbox, MultiSelect, Select, Stack, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone, showError } from '../lib/notices.js'
import { useViewer } from '../app/session.js'
import { ExportSizeDocument, type ExportScope, type ExportSizeQuery, type ReviewState } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useGraph } from '../lib/graph.js'
import { optionsOf, usePersonaNames, useProjectNames } from '../app/names.js'
import { language, texts } from '../texts.js'
import { download, saveFile, type Transfer } from '../lib/transfer.js'
import { TransferBar } from '../app/TransferBar.js'
import { estimatedBytes } from './estimate.js'
import { PrepareExport } from './PrepareExport.js'

const files = {
  all: '/api/export/all',
  annotations: '/api/export',
  personas: '/api/export/personas',
  world: '/api/export/world',
  summaries: '/api/export/summaries',
} as const

/** Returns whether a file contains content that can be reviewed. */
const isReviewed = (file: keyof typeof files) => file !== 'personas' && file !== 'world'

const words = texts.exchange.export

interface Props {
  /** The reason why the last request to prepare an export was refused. */
  refusal: Error | undefined
  onRefusal: (refusal: Error | undefined) => void
}

/** Chooses what to export, shows the counts and the estimated size, and downloads the file or has it prepared. */
export function ExportPanel({ refusal, onRefusal }: Props) {
  const { isAdmin } = useViewer()
  const { nodes: projects } = useProjectNames()
  const { nodes: archived } = useProjectNames(true)
  const [file, setFile] = useState<keyof typeof files>('all')
  const [scope, setScope] = useState('own')
  const [filters, setFilters] = useState(noFilters)
  const { personaIds, reviewStates, includeInterpolated, includeInvisible } = filters
  const [state, setState] = useState<Transfer>()
  const stop = useRef<AbortController>(undefined)
  const filter = {
    includeInterpolated,
    includeInvisible,
    ...(personaIds.length && { personaIds }),
    ...(isReviewed(file) && reviewStates.length && { reviewStates }),
  }
  const [settled] = useDebouncedValue({ ...scopeOf(scope), filter }, 250)
  // The old counts stay until the new ones are loaded, so that the layout below them does not jump.
  const size = useGraph(ExportSizeDocument, settled, { placeholderData: (before) => before })
  const stats = size.data?.exportStats
  const about = stats && estimatedBytes(file, stats)

  async function start() {
    stop.current = new AbortController()
    setState({ done: 0, total: about || null })
    const query = new URLSearchParams({ scope })
    if (includeInterpolated) query.set('includeInterpolated', 'true')
    if (includeInvisible) query.set('includeInvisible', 'true')
    if (personaIds.length) query.set('personaIds', personaIds.join())
    if (isReviewed(file) && reviewStates.length) query.set('reviewStates', reviewStates.join().toLowerCase())
    try {
      const { content, name } = await download(`${files[file]}?${query}`, about ?? 0, setState, stop.current.signal)
      saveFile(content, name)
      showDone(words.saved(name))
    } catch (error) {
      if (!stop.current.signal.aborted) showError(error)
    } finally {
      setState(undefined)
    }
  }

  const scopes = [
    { value: 'own', label: words.own },
    ...[...projects, ...archived].map(({ id, name }) => ({ value: `project:${id}`, label: words.project(name) })),
    ...(isAdmin ? [{ value: 'all', label: words.everything }] : []),
  ]
  return (
    <Stack gap="sm">
      <Select
        label={words.file}
        data={choicesOf(words.files)}
        value={file}
        allowDeselect={false}
        onChange={(value) => value && setFile(value as keyof typeof files)}
      />
      <Select
        label={words.scope}
        data={scopes}
        searchable
        value={scope}
        allowDeselect={false}
        onChange={(value) => value && setScope(value)}
      />
      <Filters filters={filters} onChange={setFilters} isReviewed={isReviewed(file)} />
      {size.error && <ErrorNote error={size.error} retry={() => void size.refetch()} />}
      {stats && about !== undefined && <Size stats={stats} about={about} isWhole={file === 'all'} />}
      {state ? (
        <TransferBar label={words.running} state={state} onStop={() => stop.current?.abort()} />
      ) : (
        <Button onClick={() => void start()}>{words.start}</Button>
      )}
      <PrepareExport
        input={{ contents: file.toUpperCase() as Uppercase<typeof file>, ...scopeOf(scope), ...filter }}
        refusal={refusal}
        onRefusal={onRefusal}
      />
    </Stack>
  )
}

/** Returns the scope in the form of GraphQL: a project is named beside it. */
function scopeOf(scope: string): { scope: ExportScope; projectId?: string } {
  const [, projectId] = scope.split(':')
  if (projectId !== undefined) return { scope: 'PROJECT', projectId }
  return { scope: scope === 'all' ? 'ALL' : 'OWN' }
}

interface FilterValues {
  personaIds: string[]
  reviewStates: ReviewState[]
  includeInterpolated: boolean
  includeInvisible: boolean
}

const noFilters: FilterValues = {
  personaIds: [],
  reviewStates: [],
  includeInterpolated: false,
  includeInvisible: false,
}

interface FiltersProps {
  filters: FilterValues
  onChange: (filters: FilterValues) => void
  /** Whether the file contains content that can be reviewed. */
  isReviewed: boolean
}

/** Restricts the content of the file. */
function Filters({ filters, onChange, isReviewed }: FiltersProps) {
  const { nodes: personas } = usePersonaNames()
  const { personaIds, reviewStates, includeInterpolated, includeInvisible } = filters
  const change = (values: Partial<FilterValues>) => onChange({ ...filters, ...values })
  return (
    <>
      <MultiSelect
        label={words.personas}
        data={optionsOf(personas)}
        value={personaIds}
        onChange={(ids) => change({ personaIds: ids })}
        placeholder={personaIds.length ? '' : words.allPersonas}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
      />
      {isReviewed && (
        <MultiSelect
          label={words.reviewStates}
          data={choicesOf(texts.reviews.states)}
          value={reviewStates}
          onChange={(states) => change({ reviewStates: states as ReviewState[] })}
          placeholder={reviewStates.length ? '' : words.allPersonas}
          clearable
          clearButtonProps={{ 'aria-label': words.clear }}
        />
      )}
      <Checkbox
        label={words.interpolated}
        checked={includeInterpolated}
        onChange={(event) => change({ includeInterpolated: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.invisible}
        checked={includeInvisible}
        onChange={(event) => change({ includeInvisible: event.currentTarget.checked })}
      />
    </>
  )
}

interface SizeProps {
  stats: NonNullable<ExportSizeQuery['exportStats']>
  /** The estimated size, in bytes. */
  about: number
  /** Whether the file contains all kinds of content. */
  isWhole: boolean
}

/** The counts of the file's content, and its estimated size. */
function Size({ stats, about, isWhole }: SizeProps) {
  return (
    <>
      <Table aria-label={words.contents}>
        <Table.Tbody>
          {words.counts(stats).map(([name, count]) => (
            <Table.Tr key={name}>
              <Table.Th fw={400}>{name}</Table.Th>
              <Table.Td ta="right">{count.toLocaleString(language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm">{words.size(texts.exchange.bytes(about), isWhole)}</Text>
      {stats.warning && <Alert color="orange">{stats.warning}</Alert>}
    </>
  )
}
