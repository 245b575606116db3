import { Alert, Button, Checkbox, Flex, MultiSelect, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { useViewer } from '../app/session.js'
import {
  ExportSizeDocument,
  type ExportFormat,
  type ExportScope,
  type ExportSizeQuery,
  type ReviewState,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useGraph } from '../lib/graph.js'
import { optionsOf, usePersonaNames, useProjectNames } from '../app/names.js'
import { language, texts } from '../texts.js'
import { TransferBar } from '../app/TransferBar.js'
import { FormatChoice } from './FormatChoice.js'
import { formatsOf, isOfOneVideo, isOfTool, type ExportFileName } from './formats.js'
import { PrepareExport } from './PrepareExport.js'
import { useExportDownload } from './use-export-download.js'

/** Returns whether a file contains content that can be reviewed. */
const isReviewed = (file: ExportFileName) => file !== 'personas' && file !== 'world'

const words = texts.exchange.export
/** Two fields beside each other, where there is room. */
const two = { cols: { base: 1, xs: 2 }, spacing: 'sm' } as const

interface Props {
  /** The reason why the last request to prepare an export was refused. */
  refusal: Error | undefined
  onRefusal: (refusal: Error | undefined) => void
}

/** Chooses what to export, shows the counts and the estimated size, and downloads the file or has it prepared. */
export function ExportPanel({ refusal, onRefusal }: Props) {
  const [file, setFile] = useState<ExportFileName>('all')
  const [scope, setScope] = useState('own')
  const [chosen, setFormat] = useState<ExportFormat>('NDJSON')
  const [videoId, setVideo] = useState<string | null>(null)
  const [filters, setFilters] = useState(noFilters)
  const format = formatsOf(file).includes(chosen) ? chosen : 'NDJSON'
  const { includeInterpolated, includeInvisible } = isOfTool(format) ? noFilters : filters
  const filter = {
    includeInterpolated,
    includeInvisible,
    ...(filters.personaIds.length && { personaIds: filters.personaIds }),
    ...(isReviewed(file) && filters.reviewStates.length && { reviewStates: filters.reviewStates }),
    ...(isOfOneVideo(format) && videoId !== null && { videoIds: [videoId] }),
  }
  const [settled] = useDebouncedValue({ ...scopeOf(scope), filter }, 250)
  // The old counts stay until the new ones are loaded, so that the layout below them does not jump.
  const size = useGraph(ExportSizeDocument, settled, { placeholderData: (before) => before })
  const stats = size.data?.exportStats
  const about = isOfTool(format) ? undefined : stats?.fileSizes[file]
  const { state, start, stop } = useExportDownload()
  const lacksVideo = isOfOneVideo(format) && videoId === null
  return (
    <Stack gap="sm">
      <SimpleGrid {...two}>
        <Select
          label={words.file}
          data={choicesOf(words.files)}
          value={file}
          allowDeselect={false}
          onChange={(value) => value && setFile(value as ExportFileName)}
        />
        <ScopeField scope={scope} onChange={setScope} />
      </SimpleGrid>
      <FormatChoice
        {...{ file, format, videoId, projectId: scopeOf(scope).projectId }}
        onFormat={setFormat}
        onVideo={setVideo}
      />
      <Filters filters={filters} onChange={setFilters} isReviewed={isReviewed(file)} hasBoxes={!isOfTool(format)} />
      {size.error && <ErrorNote error={size.error} retry={() => void size.refetch()} />}
      {stats && (
        <Size {...{ stats, about }} isWhole={file === 'all'} isLeast={includeInterpolated} ofTool={isOfTool(format)} />
      )}
      {state && <TransferBar label={words.running} state={state} onStop={stop} />}
      <PrepareExport
        input={{ contents: file.toUpperCase() as Uppercase<typeof file>, format, ...scopeOf(scope), ...filter }}
        disabled={lacksVideo}
        refusal={refusal}
        onRefusal={onRefusal}
      >
        {!state && (
          <Button disabled={lacksVideo} onClick={() => void start(file, { scope, format, filter }, about ?? 0)}>
            {words.start}
          </Button>
        )}
      </PrepareExport>
    </Stack>
  )
}

interface ScopeProps {
  scope: string
  onChange: (scope: string) => void
}

function ScopeField({ scope, onChange }: ScopeProps) {
  const { isAdmin } = useViewer()
  const { nodes: projects } = useProjectNames()
  const { nodes: archived } = useProjectNames(true)
  const scopes = [
    { value: 'own', label: words.own },
    ...[...projects, ...archived].map(({ id, name }) => ({ value: `project:${id}`, label: words.project(name) })),
    ...(isAdmin ? [{ value: 'all', label: words.everything }] : []),
  ]
  return (
    <Select
      label={words.scope}
      data={scopes}
      searchable
      value={scope}
      allowDeselect={false}
      onChange={(value) => value && onChange(value)}
    />
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
  /** Whether the boxes in the file can be chosen. */
  hasBoxes: boolean
}

/** Restricts the content of the file. */
function Filters({ filters, onChange, isReviewed, hasBoxes }: FiltersProps) {
  const { nodes: personas } = usePersonaNames()
  const { personaIds, reviewStates, includeInterpolated, includeInvisible } = filters
  const change = (values: Partial<FilterValues>) => onChange({ ...filters, ...values })
  return (
    <>
      <SimpleGrid {...two}>
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
      </SimpleGrid>
      {hasBoxes && (
        <>
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
      )}
    </>
  )
}

interface SizeProps {
  stats: NonNullable<ExportSizeQuery['exportStats']>
  /** The estimated size, in bytes; undefined if it is not known. */
  about: number | undefined
  /** Whether the file contains all kinds of content. */
  isWhole: boolean
  /** Whether boxes come on top of the estimated size. */
  isLeast: boolean
  /** Whether the file is of another tool and contains annotations only. */
  ofTool: boolean
}

/** The counts of the file's content, and its estimated size. */
function Size({ stats, about, isWhole, isLeast, ofTool }: SizeProps) {
  return (
    <>
      <Flex component="ul" wrap="wrap" columnGap="md" rowGap={4} m={0} p={0} aria-label={words.contents}>
        {(ofTool ? words.tracks(stats.annotationCount) : words.counts(stats)).map(([name, count]) => (
          <Text component="li" key={name} size="sm" c="dimmed" style={{ listStyle: 'none' }}>
            {`${name} `}
            <Text span inherit c="var(--mantine-color-text)" fw={500}>
              {count.toLocaleString(language)}
            </Text>
          </Text>
        ))}
      </Flex>
      {about !== undefined && <Text size="sm">{words.size(texts.exchange.bytes(about), isWhole, isLeast)}</Text>}
      {stats.warning && <Alert color="orange">{stats.warning}</Alert>}
    </>
  )
}
