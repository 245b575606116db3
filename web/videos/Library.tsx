import { Button, Group, SegmentedControl, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { IconSearch } from '../app/frame-icons.js'
import { Loading, Page } from '../app/Page.js'
import { useSession, useViewer } from '../app/session.js'
import { AssignedToMeDocument, LibraryDocument, type VideoOrder } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { chunkMissed } from '../lib/chunk.js'
import { useGraph } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { optionsOf, usePersonaNames, useProjectNames } from '../app/names.js'
import { texts } from '../texts.js'
import { FirstSteps } from './FirstSteps.js'
import { FileFaults, Probing, readMs, Synchronise, useProbing, useSync } from './Synchronise.js'
import { VideoCard } from './VideoCard.js'

const words = texts.videos
const UploadVideos = lazy(async () => {
  const { UploadVideos: panel } = await import('./UploadVideos.js').catch(chunkMissed)
  return { default: panel }
})

/** All videos that the user may see, as thumbnails, with filters for name, project and summaries. */
export function Library() {
  const viewer = useViewer()
  const { config } = useSession()
  const [filters, setFilters] = useState(noFilters)
  const { search, projectId, personaId, withSummary } = filters
  const [sought] = useDebouncedValue(search.trim(), 250)
  const assigned = useAssigned(viewer.id)
  const [sort, setSort] = useLocalStorage<Sort>({ key: 'parallax.library sort', defaultValue: 'newest' })
  const variables = {
    ...(assigned.areShown && { assignedTo: viewer.id }),
    ...(orders[sort] && { orderBy: orders[sort] }),
    ...(sought && { search: sought }),
    ...(projectId && { projectId }),
    ...(personaId && { summarizedBy: personaId }),
    ...(withSummary && { hasSummary: true }),
  }
  const maySync = viewer.isAdmin || config?.mode === 'SINGLE_USER'
  const probing = useProbing(maySync)
  const { nodes, totalCount, more, error, isPending, refetch } = usePages(
    LibraryDocument,
    variables,
    (all) => all.videos,
    // What has been found out about each file is shown as soon as it is known.
    { everyMs: () => probing.job.isRunning && readMs },
  )
  const narrowed = sought !== '' || projectId !== null || personaId !== null || withSummary
  const sync = useSync(probing.look)
  return (
    <Page title={words.title} side={maySync && <Synchronise sync={sync} />}>
      {maySync && (
        <>
          <FileFaults sync={sync} />
          <Probing {...probing} />
          <Suspense>
            <UploadVideos isReading={probing.job.isRunning} onDone={probing.look} />
          </Suspense>
        </>
      )}
      <FirstSteps videoId={nodes?.[0]?.id} />
      {assigned.control}
      <Filters filters={filters} onChange={setFilters} sort={sort} onSort={setSort} />
      {error && !nodes && <ErrorNote error={error} retry={() => void refetch()} />}
      {isPending && <Loading />}
      {nodes && (
        <>
          <Text size="sm" role="status">
            {words.count(nodes.length, totalCount)}
          </Text>
          {nodes.length === 0 && <Text>{narrowed ? words.nothing : maySync ? words.none : words.noneForUsers}</Text>}
          <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="md" p={0} m={0}>
            {nodes.map((video) => (
              <VideoCard key={video.id} video={video} />
            ))}
          </SimpleGrid>
          {more && (
            <Button variant="default" loading={more.isLoading} onClick={more.load}>
              {texts.states.more}
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

/** The orders of the list; the server lists the newest first without one. */
const orders = {
  newest: undefined,
  name: { field: 'FILENAME', direction: 'ASC' },
  longest: { field: 'DURATION', direction: 'DESC' },
  largest: { field: 'SIZE', direction: 'DESC' },
} as const satisfies Record<string, VideoOrder | undefined>
type Sort = keyof typeof orders

/** Returns whether only the videos that are assigned to the user are shown, and the control that decides it. */
function useAssigned(userId: string) {
  const { data } = useGraph(AssignedToMeDocument, { userId }, { staleTime: 60_000 })
  const [whose, setWhose] = useLocalStorage<'mine' | 'all'>({ key: 'parallax.library', defaultValue: 'all' })
  const count = data?.videos.totalCount ?? 0
  const control = count > 0 && (
    <SegmentedControl
      aria-label={words.whose}
      value={whose}
      onChange={(value) => setWhose(value as 'mine' | 'all')}
      data={[
        { value: 'mine', label: words.mine(count) },
        { value: 'all', label: words.all },
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  )
  return { areShown: count > 0 && whose === 'mine', control }
}

const noFilters = { search: '', projectId: null as string | null, personaId: null as string | null, withSummary: false }

interface FiltersProps {
  filters: typeof noFilters
  onChange: (filters: typeof noFilters) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The filters of the videos. */
function Filters({ filters, onChange, sort, onSort }: FiltersProps) {
  const { nodes: projects } = useProjectNames()
  const { nodes: personas } = usePersonaNames()
  const { search, projectId, personaId, withSummary } = filters
  const change = (values: Partial<typeof noFilters>) => onChange({ ...filters, ...values })
  return (
    <Group align="end" gap="sm" role="search">
      <TextInput
        label={words.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        flex={{ base: '1 1 100%', sm: '1 1 14rem' }}
      />
      <Select
        label={words.project}
        placeholder={words.any}
        data={optionsOf(projects)}
        value={projectId}
        onChange={(id) => change({ projectId: id })}
        searchable
        clearable
      />
      <Select
        label={words.persona}
        placeholder={words.any}
        data={optionsOf(personas)}
        value={personaId}
        onChange={(id) => change({ personaId: id })}
        searchable
        clearable
      />
      <Select
        label={words.sort}
        data={choicesOf(words.sorts)}
        value={sort}
        allowDeselect={false}
        onChange={(next) => next && onSort(next as Sort)}
        w={150}
      />
      <Switch
        label={words.withSummary}
        checked={withSummary}
        onChange={({ currentTarget }) => change({ withSummary: currentTarget.checked })}
        mb={8}
      />
    </Group>
  )
}
