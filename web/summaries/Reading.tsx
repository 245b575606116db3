import { Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import type { TrackIndex } from '../annotations/track-index.js'
import { useTrackIndex } from '../annotations/use-track-index.js'
import { Empty } from '../app/Empty.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading, Page } from '../app/Page.js'
import { paths } from '../app/paths.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import { ClaimTree } from '../claims/ClaimTree.js'
import { ReadingDocument, WatchDocument } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useOpenJob } from '../jobs/open-job.js'
import { useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { usePersonaNames } from '../app/names.js'
import { Beside, type VideoBeside } from '../personas/places.js'
import { useSummarySharers } from '../sharing/sharers.js'
import { texts } from '../texts.js'
import { VideoLinks } from '../videos/VideoLinks.js'
import { WayToVideo } from '../videos/WayToVideo.js'
import { ReadingVideo } from './ReadingVideo.js'
import { RequestSummary } from './RequestSummary.js'
import { SummaryText } from './SummaryText.js'
import { SynthesizeSummary } from './SynthesizeSummary.js'
import { TranscriptPart } from './Transcript.js'
import { useReferables } from './referables.js'
import classes from './Reading.module.css'

const shortcuts: ShortcutList = { title: texts.shortcuts.claims, keys: texts.shortcuts.ofClaims }

/** The summary of a video from the point of view of a persona, and its claims. */
export function Reading() {
  const { videoId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useGraph(ReadingDocument, { videoId })
  const { nodes: personas, isThere } = usePersonaNames()
  const summaries = data?.video?.summaries ?? []
  const usual = summaries[0]?.personaId ?? personas[0]?.id
  // The persona chosen initially stays, even if a summary by another persona is added later.
  const [begun, setBegun] = useState<string>()
  if (data && isThere && usual && !begun) setBegun(usual)
  const personaId = search.get('persona')?.toLowerCase() ?? begun ?? usual
  const summary = summaries.find((one) => one.personaId === personaId)
  const words = texts.reading
  const sharers = useSummarySharers()
  const watched = useGraph(WatchDocument, { videoId }, { staleTime: Infinity })
  const video = watched.data?.video
  const index = useTrackIndex(videoId)
  const [beside, setBeside] = useState<VideoBeside>()
  // A user who may not read a persona may still read its summary, so the persona is offered without its name.
  const choices = useMemo(() => {
    const named = new Map(personas.map(({ id, name }) => [id, name]))
    for (const one of summaries) {
      const name = one.persona?.name ?? words.unknownPersona
      const sharer = sharers.get(one.id)
      named.set(one.personaId!, sharer === undefined ? name : texts.received.named(name, sharer))
    }
    return [...named].map(([value, label]) => ({ value, label }))
  }, [personas, summaries, sharers, words.unknownPersona])
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data || !isThere) return <Loading />
  if (!data.video) return <ErrorNote error={new Error(texts.errors.notFound)} />
  return (
    <Page
      title={words.title(data.video.filename)}
      heading={data.video.filename}
      way={<WayToVideo videoId={videoId} />}
      fills
      side={
        <Group gap="xs">
          <Select
            aria-label={words.persona}
            data={choices}
            value={personaId ?? null}
            allowDeselect={false}
            searchable
            size="xs"
            w={220}
            onChange={(id) =>
              id && setSearch((before) => ({ ...Object.fromEntries(before), persona: id }), { replace: true })
            }
          />
          <VideoLinks videoId={videoId} here="reading" />
        </Group>
      }
    >
      {!personaId ? (
        <Empty says={words.noPersona} step={{ label: texts.personas.make, href: paths.personas }} />
      ) : (
        <Beside value={beside}>
          <div className={classes.columns}>
            <div className={classes.left}>
              {video && <ReadingVideo key={videoId} video={video} index={index} onBeside={setBeside} />}
              <div className={classes.texts}>
                <SummaryPart key={personaId} {...{ videoId, personaId, summary, index }} />
                <TranscriptPart key={videoId} videoId={videoId} stored={summary?.audioTranscript} />
              </div>
            </div>
            <ClaimsPart key={personaId} {...{ personaId, summary, index }} sought={search.get('claim')} />
          </div>
        </Beside>
      )}
    </Page>
  )
}

type Summary = NonNullable<NonNullable<Parameters<typeof SummaryText>[0]>['summary']>

interface PartProps {
  videoId: string
  personaId: string
  summary: Summary | undefined
  index: TrackIndex
}

function SummaryPart({ videoId, personaId, summary, index }: PartProps) {
  const words = texts.reading
  const targets = useReferables(personaId, index)
  const job = useOpenJob({ queue: 'VIDEO_SUMMARIZATION', videoId, personaId })
  const synthesis = useOpenJob(
    { queue: 'CLAIM_SYNTHESIS', summaryId: summary?.id ?? null },
    { enabled: summary !== undefined },
  )
  const isRunning = job.isRunning || synthesis.isRunning
  const reload = () => readAgain(ReadingDocument)
  const ended = () => {
    reload()
    void job.ask()
    void synthesis.ask()
  }
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="summary-title">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5" id="summary-title">
            {words.summary}
          </Title>
          <Group gap="xs">
            {summary?.viewerCan.update && summary.claimCount > 0 && (
              <SynthesizeSummary summaryId={summary.id} disabled={isRunning} onStart={synthesis.begun} />
            )}
            <RequestSummary videoId={videoId} personaId={personaId} disabled={isRunning} onStart={job.begun} />
          </Group>
        </Group>
        {job.shown && <JobProgress id={job.shown} label={words.generating} onEnd={ended} onAgain={job.begun} />}
        {synthesis.shown && (
          <JobProgress id={synthesis.shown} label={words.synthesis.running} onEnd={ended} onAgain={synthesis.begun} />
        )}
        <SummaryText videoId={videoId} personaId={personaId} summary={summary} targets={targets} onSaved={reload} />
      </Stack>
    </Paper>
  )
}

function ClaimsPart({ personaId, summary, index, sought }: Omit<PartProps, 'videoId'> & { sought: string | null }) {
  const words = texts.reading
  useShortcutList(shortcuts)
  const targets = useReferables(personaId, index)
  return (
    <Paper withBorder p="xs" component="section" aria-label={words.claims} className={classes.claims}>
      {summary ? (
        <ClaimTree
          summaryId={summary.id}
          canChange={summary.viewerCan.update}
          canEmpty={summary.viewerCan.delete}
          targets={targets}
          sought={sought ?? undefined}
        />
      ) : (
        <>
          <Title order={2} size="h5">
            {words.claims}
          </Title>
          <Text c="dimmed">{words.claimsNeedSummary}</Text>
        </>
      )}
    </Paper>
  )
}
