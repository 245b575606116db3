import { Button, Group, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { IconSearch } from '../app/frame-icons.js'
import { Loading, Page } from '../app/Page.js'
import { useSession, useViewer } from '../app/session.js'
import { LibraryDocument } from '../generated/graphql.js'
import { chunkMissed } from '../lib/chunk.js'
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
  const variables = {
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
      <Filters filters={filters} onChange={setFilters} />
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

const noFilters = { search: '', projectId: null as string | null, personaId: null as string | null, withSummary: false }

interface FiltersProps {
  filters: typeof noFilters
  onChange: (filters: typeof noFilters) => void
}

/** The filters of the videos. */
function Filters({ filters, onChange }: FiltersProps) {
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
      <Switch
        label={words.withSummary}
        checked={withSummary}
        onChange={({ currentTarget }) => change({ withSummary: currentTarget.checked })}
        mb={8}
      />
    </Group>
  )
}
