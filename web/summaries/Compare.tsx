import { Grid, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { nameIn, useChosenPersonas, type ComparedPersona } from '../agreement/chosen-personas.js'
import { useComparisonAddress } from '../agreement/comparison-address.js'
import { frameOf, type Disagreement, type DisagreementThing } from '../agreement/disagreement.js'
import { Disagreements } from '../agreement/Disagreements.js'
import { Figures } from '../agreement/Figures.js'
import { usePersonaLooks, type Look } from '../agreement/looks.js'
import { PersonaChoice } from '../agreement/PersonaChoice.js'
import { SettleInto, useInto } from '../agreement/SettleInto.js'
import { useDisagreements } from '../agreement/use-disagreements.js'
import { useSettling } from '../agreement/use-settling.js'
import { useTrackIndex } from '../annotations/use-track-index.js'
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
import { showError } from '../lib/notices.js'
import { useAll } from '../lib/pages.js'
import { usePersonaNames } from '../app/names.js'
import { Gloss } from '../personas/Gloss.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { VideoLinks } from '../videos/VideoLinks.js'
import { WayToVideo } from '../videos/WayToVideo.js'
import { ComparePicture, readBoxesAgain } from './ComparePicture.js'
import { sharedClaims, type ComparedClaim } from './shared-claims.js'

const words = texts.compare
type Summary = NonNullable<CompareQuery['video']>['summaries'][number]

/** Compares personas on one video: their boxes on the same picture, how far they agree, their summaries and claims. */
export function Compare() {
  const { videoId = '' } = useParams()
  const { data, error, refetch } = useGraph(CompareDocument, { videoId })
  const watched = useGraph(WatchDocument, { videoId }, { staleTime: Infinity })
  const { nodes: named, isThere } = usePersonaNames()
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (watched.error && !watched.data) return <ErrorNote error={watched.error} retry={() => void watched.refetch()} />
  if (!data || !watched.data || !isThere) return <Loading />
  if (!data.video || !watched.data.video) return <NotFound />
  const { filename } = data.video
  return (
    <Page
      title={words.title(filename)}
      heading={filename}
      way={<WayToVideo videoId={videoId} />}
      side={<VideoLinks videoId={videoId} here="compare" />}
    >
      <Chosen key={videoId} {...{ named }} summaries={data.video.summaries} video={watched.data.video} />
    </Page>
  )
}

interface ChosenProps {
  named: readonly { id: string; name: string }[]
  summaries: readonly Summary[]
  video: NonNullable<WatchQuery['video']>
}

/** The choice of the personas, and the comparison of those that the user has chosen. */
function Chosen({ named, summaries, video }: ChosenProps) {
  const names = new Map(named.map(({ id, name }) => [id, name]))
  for (const { personaId, persona } of summaries) if (persona) names.set(personaId!, persona.name)
  const { chosen, choose } = useChosenPersonas([
    ...new Set([...summaries.map(({ personaId }) => personaId!), ...names.keys()]),
  ])
  const looks = usePersonaLooks(chosen)
  for (const id of chosen) if (!names.has(id)) names.set(id, words.unknown)
  const personas = chosen.map((id) => ({ id, name: names.get(id)! }))
  const sides = [chosen[0], chosen[1]].map((id) => ({
    name: names.get(id ?? '') ?? words.nobody,
    summary: summaries.find(({ personaId }) => personaId === id),
  }))
  return (
    <>
      <PersonaChoice personas={[...names].map(([id, name]) => ({ id, name }))} chosen={chosen} onChoose={choose} />
      <Measured {...{ video, personas, looks }} />
      <Said sides={sides} about={chosen.length > 2 ? words.firstTwo(sides[0]!.name, sides[1]!.name) : undefined} />
    </>
  )
}

interface MeasuredProps extends Pick<ChosenProps, 'video'> {
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
}

/** The picture with the list of disagreements beside it, and below them how far the personas agree. */
function Measured({ video, personas, looks }: MeasuredProps) {
  const index = useTrackIndex(video.id)
  const [player, setPlayer] = useState<Player | null>(null)
  const address = useComparisonAddress()
  const { compared, filter } = address
  const personaIds = personas.map(({ id }) => id)
  const { into, isThere, projectId, ...choice } = useInto(video.filename, address.into, personaIds)
  const onShow = (one: Disagreement) => {
    const frame = frameOf(one, (id) => index.entry(id))
    if (frame !== null) player?.show(frame)
  }
  const about = { videoId: video.id, personaIds, compared, into: isThere ? into?.id : null }
  const list = useDisagreements({ ...about, ...filter, onShow })
  const concerned = useMemo(() => new Set(list.chosen?.things.map(({ id }) => id)), [list.chosen])
  const nameOf = ({ kind, id, text }: DisagreementThing) =>
    kind === 'ANNOTATION' && index.entry(id) ? index.nameOf(id) : text
  const settling = useSettling({
    ...{ video, list, into, projectId },
    onInto: address.setInto,
    nameOf: (thing) => `${nameIn(personas, thing.personaId)}, ${nameOf(thing)}`,
    onChange() {
      if (!into || !personaIds.includes(into.id)) return
      readBoxesAgain(video.id)
      index.load().catch(showError)
    },
  })
  const shown = { list, personas, looks, filter, nameOf, settling }
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <ComparePicture {...{ video, personas, looks, index, player, concerned }} onPlayer={setPlayer} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Disagreements
          {...shown}
          videoId={video.id}
          onFilter={address.setFilter}
          into={<SettleInto {...choice} {...{ into, settling }} onInto={address.setInto} />}
        />
      </Grid.Col>
      <Grid.Col span={12}>
        <Figures videoId={video.id} {...{ personas, looks, compared }} onCompared={address.setCompared} />
      </Grid.Col>
    </Grid>
  )
}

interface Side {
  name: string
  summary: Summary | undefined
}

interface SaidProps {
  sides: readonly Side[]
  /** Which personas the claims are those of, where more are chosen. */
  about: string | undefined
}

/**
 * The claims that both summaries make, and for each persona its summary and the claims that only it makes. Claims are
 * compared at any depth of the trees.
 */
function Said({ sides, about }: SaidProps) {
  const first = useClaims(sides[0]?.summary?.id)
  const second = useClaims(sides[1]?.summary?.id)
  const equal = useEqual(sides[0]?.summary?.id, sides[1]?.summary?.id)
  const isWhole = first.isWhole && second.isWhole
  const claims = useMemo(
    () => (isWhole ? sharedClaims(first.nodes, second.nodes, equal) : undefined),
    [isWhole, first.nodes, second.nodes, equal],
  )
  const failed = [first, second].find(({ error }) => error)
  return (
    <Grid>
      <Grid.Col span={12}>
        {claims && (
          <Section title={words.both} {...(about !== undefined && { about })}>
            <Claims
              claims={claims.both.map(({ claim, others }) => ({ ...claim, others }))}
              by={sides[1]?.name}
              none={first.nodes.length && second.nodes.length ? words.noneOfBoth : texts.claims.none}
              label={words.both}
            />
          </Section>
        )}
        {!claims && (failed ? <ErrorNote error={failed.error} retry={() => void failed.refetch()} /> : <Loading />)}
      </Grid.Col>
      {sides.map(({ name, summary }, i) => (
        <Grid.Col key={i} span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Section title={name}>
              {summary ? <Gloss items={summary.summary} /> : <Text c="dimmed">{texts.reading.noSummary}</Text>}
            </Section>
            {claims && (
              <Section title={words.only(name)}>
                <Claims
                  claims={i === 0 ? claims.first : claims.second}
                  none={claims.both.length ? words.noneOfOne : texts.claims.none}
                />
              </Section>
            )}
          </Stack>
        </Grid.Col>
      ))}
    </Grid>
  )
}

/** Returns all claims of a summary; an empty list without a summary. */
function useClaims(summaryId: string | undefined) {
  const enabled = summaryId !== undefined
  const variables = { summaryId: summaryId ?? '' }
  const { isWhole, ...all } = useAll(ComparedClaimsDocument, variables, ({ claims }) => claims, { enabled })
  return { ...all, isWhole: isWhole || !enabled }
}

/**
 * Returns the pairs of claims that a model considers equal; undefined until it has answered, so that until then only
 * words are compared.
 */
function useEqual(summaryId: string | undefined, otherSummaryId: string | undefined) {
  const enabled = summaryId !== undefined && otherSummaryId !== undefined
  const variables = { summaryId: summaryId ?? '', otherSummaryId: otherSummaryId ?? '' }
  // A model does the comparison, so it is not repeated each time the user returns to the page.
  return useGraph(SameClaimsDocument, variables, { enabled, staleTime: 60_000 }).data?.sameClaims
}

interface ListedClaim {
  id: string
  text: string
  /** Claims of the other summary with the same meaning. */
  others?: readonly ComparedClaim[]
}

interface ClaimsProps {
  claims: readonly ListedClaim[]
  /** Shown in place of an empty list. */
  none: string
  by?: string | undefined
  /** The name of a list that scrolls by itself; without it the list has its whole height. */
  label?: string
}

/** A list of claims, each with the equal claims of the other persona, whose name is `by`. */
function Claims({ claims, none, by = '', label }: ClaimsProps) {
  if (!claims.length) return <Text c="dimmed">{none}</Text>
  return (
    <Stack
      component="ul"
      gap={6}
      pl="md"
      m={0}
      {...(label && { 'aria-label': label, tabIndex: 0, mah: '45vh', style: { overflow: 'auto' } })}
    >
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
