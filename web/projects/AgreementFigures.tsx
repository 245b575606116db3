import { Anchor, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { countText, figureText } from '../agreement/figure-text.js'
import { LabelFigures } from '../agreement/LabelFigures.js'
import { mostCompared, usePersonaLooks } from '../agreement/looks.js'
import { NotCompared } from '../agreement/NotCompared.js'
import { PairMatrix, type PairFigure } from '../agreement/PairMatrix.js'
import { DataTable } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { Section } from '../app/Section.js'
import { ProjectFiguresDocument, type ProjectFiguresQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.projectAgreement

type Measured = Extract<NonNullable<ProjectFiguresQuery['node']>, { result?: unknown }>
type Figures = NonNullable<Measured['result']>
type OfVideo = Figures['perVideo'][number]

/** The figures of an agreement over a project: of the pairs of personas, of types and objects, and by video. */
export function AgreementFigures({ id, nameOf }: { id: string; nameOf: (personaId: string) => string }) {
  const [figure, onFigure] = useState<PairFigure>('f1')
  // The figures stay as they are.
  const { data, error, refetch } = useGraph(ProjectFiguresDocument, { id }, { staleTime: Infinity })
  const measured = data?.node as Measured | null | undefined
  const personaIds = measured?.arguments.personaIds ?? []
  const looks = usePersonaLooks(personaIds)
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!measured?.result) return data ? null : <Loading />
  const { result, createdAt } = measured
  const personas = personaIds.map((personaId) => ({ id: personaId, name: nameOf(personaId) }))
  return (
    <Section
      title={words.figuresOf(texts.moment(createdAt))}
      about={words.compared(result.videos, countText(result.videos), measured.arguments.minIou)}
    >
      <Stack gap="lg">
        <Stack gap="xs">
          <Title order={3} size="h5">
            {texts.agreement.tracks}
          </Title>
          <Text size="sm" c="dimmed" maw="70ch">
            {words.pairsMeaning}
          </Text>
          <PairMatrix pairs={result.pairs} {...{ personas, looks, figure, onFigure }} />
        </Stack>
        <Stack gap="xs">
          <Title order={3} size="h5">
            {texts.agreement.labels}
          </Title>
          <LabelFigures agreement={result} meanings={{ interval: words.interval }} />
        </Stack>
        <Stack gap="xs">
          <Title order={3} size="h5">
            {words.byVideo}
          </Title>
          <ByVideo videos={result.perVideo} personaIds={personaIds} />
        </Stack>
        <NotCompared agreement={result} personas={personas} />
      </Stack>
    </Section>
  )
}

/** How many videos the chart shows at first, and how many more at a time. */
const atOnce = 50

/** A chart with F1 and alpha of each video as bars, in a table that also says the numbers. */
function ByVideo({ videos, personaIds }: { videos: readonly OfVideo[]; personaIds: readonly string[] }) {
  const [count, setCount] = useState(atOnce)
  const inOrder = [...videos].sort((a, b) => a.name.localeCompare(b.name))
  const more = videos.length > count ? { isLoading: false, load: () => setCount(count + atOnce) } : undefined
  return (
    <DataTable
      label={words.byVideo}
      rows={inOrder.slice(0, count)}
      more={more}
      keyOf={({ videoId }) => videoId}
      columns={[
        [
          texts.projects.video,
          ({ videoId, name }) => (
            <Anchor
              component={Link}
              inherit
              href={at(paths.compare, { videoId }, { personas: personaIds.slice(0, mostCompared).join(',') })}
            >
              {name}
            </Anchor>
          ),
        ],
        [texts.agreement.pairFigures.f1, ({ f1 }) => <Bar value={f1} />],
        [words.alphaOfTypes, ({ alpha }) => <Bar value={alpha} />],
        [words.tracks, ({ tracks }) => countText(tracks)],
        [texts.agreement.labelFigures.units, ({ units }) => countText(units)],
      ]}
    />
  )
}

/** A figure as a bar from 0 to 1, and as a number; a negative one has an empty bar. */
function Bar({ value }: { value: number | null | undefined }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={140}>
      <Text size="sm" w={48} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {figureText(value)}
      </Text>
      <Progress.Root size="lg" flex={1} aria-hidden>
        <Progress.Section withAria={false} value={100 * Math.max(0, value ?? 0)} />
      </Progress.Root>
    </Group>
  )
}
