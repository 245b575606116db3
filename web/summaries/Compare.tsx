import { Badge, Grid, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { boxAt } from '../../src/annotations/sequence.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { NotFound } from '../app/NotFound.js'
import { Loading, Page } from '../app/Page.js'
import { Section } from '../app/Section.js'
import {
  CompareDocument,
  ComparedClaimsDocument,
  SameClaimsDocument,
  WatchDocument,
  type CompareQuery,
  type WatchQuery,
} from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { rest } from '../lib/rest.js'
import { mostOffered, useAll } from '../lib/pages.js'
import { usePersonaNames } from '../personas/names.js'
import { Gloss } from '../personas/Gloss.js'
import { texts } from '../texts.js'
import { useFrameTimes } from '../videos/frame-times.js'
import { clockOf, Player } from '../videos/player.js'
import { Unshown, useMediaFault } from '../videos/Unshown.js'
import { shapeOf } from '../videos/shape.js'
import { useFrame } from '../videos/use-player.js'
import { VideoLinks } from '../videos/VideoLinks.js'
import classes from '../videos/VideoPage.module.css'
import { sharedClaims, type ComparedClaim } from './shared-claims.js'

const words = texts.compare
type Summary = NonNullable<CompareQuery['video']>['summaries'][number]
/** How boxes of the first, the second and no persona look; dashes distinguish them without colour. */
const looks = [
  { colour: 'cyan', stroke: '#22d3ee', dash: undefined },
  { colour: 'orange', stroke: '#fb923c', dash: '6 4' },
  { colour: 'gray', stroke: '#e5e7eb', dash: '2 4' },
] as const
/** The index in `looks` for boxes that stand for an object of the world, which belong to no persona. */
const nobodys = 2

/** Compares two personas on one video: their boxes on the same picture, their summaries and claims side by side. */
export function Compare() {
  const { videoId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useGraph(CompareDocument, { videoId })
  const watched = useGraph(WatchDocument, { videoId }, { staleTime: Infinity })
  const { nodes: named, isThere } = usePersonaNames()
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (watched.error && !watched.data) return <ErrorNote error={watched.error} retry={() => void watched.refetch()} />
  if (!data || !watched.data || !isThere) return <Loading />
  if (!data.video || !watched.data.video) return <NotFound />
  const { summaries, filename } = data.video
  const personas = new Map(named.map(({ id, name }) => [id, name]))
  for (const { personaId, persona } of summaries) if (persona) personas.set(personaId!, persona.name)
  const usual = [...new Set([...summaries.map(({ personaId }) => personaId!), ...personas.keys()])]
  const first = search.get('first') ?? usual[0]
  const second = search.get('second') ?? usual.find((id) => id !== first)
  const sides = [first, second].map((id) => ({
    id,
    name: personas.get(id ?? '') ?? words.nobody,
    summary: summaries.find(({ personaId }) => personaId === id),
  }))
  return (
    <Page title={words.title(filename)} side={<VideoLinks videoId={videoId} here="compare" />}>
      <Group>
        {(['first', 'second'] as const).map((side, i) => (
          <Select
            key={side}
            label={words[side]}
            data={[...personas].map(([value, label]) => ({ value, label }))}
            value={sides[i]?.id ?? null}
            allowDeselect={false}
            limit={mostOffered}
            searchable
            leftSection={<Badge circle size="xs" color={looks[i]?.colour ?? 'gray'} />}
            onChange={(id) => {
              const chosen = { first: sides[0]?.id ?? '', second: sides[1]?.id ?? '', ...(id && { [side]: id }) }
              setSearch(chosen, { replace: true })
            }}
          />
        ))}
      </Group>
      <PictureReady key={videoId} video={watched.data.video} personaIds={sides.map(({ id }) => id)} />
      <Grid>
        {sides.map(({ name, summary }, i) => (
          <Grid.Col key={i} span={{ base: 12, md: 6 }}>
            <Section title={name}>
              {summary ? <Gloss items={summary.summaryGloss} /> : <Text c="dimmed">{texts.reading.noSummary}</Text>}
            </Section>
          </Grid.Col>
        ))}
        <Said sides={sides} />
      </Grid>
    </Page>
  )
}

interface Side {
  name: string
  summary: Summary | undefined
}

/** The claims that both summaries make and those that only one makes, at any depth of the trees. */
function Said({ sides }: { sides: readonly Side[] }) {
  const first = useClaims(sides[0]?.summary?.id)
  const second = useClaims(sides[1]?.summary?.id)
  const equal = useEqual(sides[0]?.summary?.id, sides[1]?.summary?.id)
  const isWhole = first.isWhole && second.isWhole
  const claims = useMemo(
    () => (isWhole ? sharedClaims(first.nodes, second.nodes, equal) : undefined),
    [isWhole, first.nodes, second.nodes, equal],
  )
  if (!claims) {
    const failed = [first, second].find(({ error }) => error)
    return (
      <Grid.Col span={12}>
        {failed ? <ErrorNote error={failed.error} retry={() => void failed.refetch()} /> : <Loading />}
      </Grid.Col>
    )
  }
  return (
    <>
      <Grid.Col span={12}>
        <Section title={words.both}>
          <Claims claims={claims.both.map(({ claim, others }) => ({ ...claim, others }))} by={sides[1]?.name} />
        </Section>
      </Grid.Col>
      {[claims.first, claims.second].map((only, i) => (
        <Grid.Col key={i} span={{ base: 12, md: 6 }}>
          <Section title={words.only(sides[i]?.name ?? '')}>
            <Claims claims={only} />
          </Section>
        </Grid.Col>
      ))}
    </>
  )
}

/** All claims of a summary; without a summary an empty list. */
function useClaims(summaryId: string | undefined) {
  const enabled = summaryId !== undefined
  const variables = { summaryId: summaryId ?? '' }
  const { isWhole, ...all } = useAll(ComparedClaimsDocument, variables, ({ claims }) => claims, { enabled })
  return { ...all, isWhole: isWhole || !enabled }
}

/** Pairs of claims that a model considers equal; undefined until it has answered, so that words alone decide. */
function useEqual(summaryId: string | undefined, otherSummaryId: string | undefined) {
  const enabled = summaryId !== undefined && otherSummaryId !== undefined
  const variables = { summaryId: summaryId ?? '', otherSummaryId: otherSummaryId ?? '' }
  // A model does the comparison, so it is not repeated whenever the user returns to the page.
  return useGraph(SameClaimsDocument, variables, { enabled, staleTime: 60_000 }).data?.sameClaims
}

interface ListedClaim {
  id: string
  text: string
  /** Claims of the other summary that say the same. */
  others?: readonly ComparedClaim[]
}

/** A list of claims, each with equal claims of the other persona in other words; `by` is that persona's name. */
function Claims({ claims, by = '' }: { claims: readonly ListedClaim[]; by?: string | undefined }) {
  if (!claims.length) return <Text c="dimmed">{texts.claims.none}</Text>
  return (
    <Stack component="ul" gap={6} pl="md" m={0}>
      {claims.map(({ id, text, others = [] }) => (
        <Text component="li" size="sm" key={id}>
          {text}
          {others.map(
            (other) =>
              other.text !== text && (
                <Text component="span" display="block" size="sm" c="dimmed" key={other.id}>
                  {words.inWordsOf(by, other.text)}
                </Text>
              ),
          )}
        </Text>
      ))}
    </Stack>
  )
}

interface Drawn {
  id: string
  personaId: string | null
  label: string
  frames: unknown
}

interface PictureProps {
  video: NonNullable<WatchQuery['video']>
  personaIds: (string | undefined)[]
  /** When each frame begins, in seconds; only for a variable frame rate. */
  times?: readonly number[]
}

/** Shows the picture once it is known when the frames of the video begin. */
function PictureReady(props: PictureProps) {
  const { isReady, error, refetch, ...times } = useFrameTimes(props.video)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return isReady ? <Picture {...props} {...times} /> : <Loading />
}

/** The video with the boxes of both personas and those of no persona. */
function Picture({ video, personaIds, times }: PictureProps) {
  const [player] = useState(() => new Player(clockOf(video, times)))
  const element = useRef<HTMLVideoElement>(null)
  const { fault, events } = useMediaFault()
  const frame = useFrame(player)
  const [size, setSize] = useState({ width: video.probe?.width ?? 1280, height: video.probe?.height ?? 720 })
  useEffect(() => player.attach(element.current!), [player])
  const { data } = useQuery({
    queryKey: ['annotations of a video', video.id],
    queryFn: ({ signal }) => rest<Drawn[]>(`/api/annotations/${encodeURIComponent(video.id)}`, { signal }),
  })
  const boxes = useMemo(
    () =>
      (data ?? []).flatMap(({ id, personaId, label, frames }) => {
        const side = personaId ? personaIds.indexOf(personaId) : nobodys
        const box = side < 0 ? null : boxAt(frames, frame)
        return box?.visible ? [{ id, label, side, ...box }] : []
      }),
    [data, frame, personaIds],
  )
  return (
    <Paper withBorder p="xs">
      <Title order={2} size="h5" mb="xs">
        {words.picture}
      </Title>
      <Unshown video={video} fault={fault} />
      <div className={classes.screen} style={{ ...shapeOf(size), maxWidth: 640 }}>
        <video
          ref={element}
          className={classes.video}
          src={video.streamUrl}
          controls
          muted
          playsInline
          aria-label={video.filename}
          {...events}
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            width > 0 && !video.probe?.width && setSize({ width, height })
          }
        />
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={words.boxes(boxes.length, frame)}
          style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
        >
          {boxes.map(({ id, label, side, x, y, width, height }) => (
            <rect
              key={id}
              {...{ x, y, width, height }}
              fill="none"
              stroke={looks[side]?.stroke}
              strokeWidth={3}
              strokeDasharray={looks[side]?.dash}
            >
              <title>{label}</title>
            </rect>
          ))}
        </svg>
      </div>
      {data?.some(({ personaId }) => !personaId) && (
        <Group gap="xs" mt="xs">
          <Badge circle size="xs" color={looks[nobodys].colour} />
          <Text size="sm">{words.ofNobody}</Text>
        </Group>
      )}
    </Paper>
  )
}
