import { Stack, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { NotFound } from '../app/NotFound.js'
import { Loading } from '../app/Page.js'
import { Section } from '../app/Section.js'
import { AgreementDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import { Bounds } from './Bounds.js'
import type { ComparedPersona } from './chosen-personas.js'
import type { ComparisonBounds } from './comparison-address.js'
import type { Agreement } from './figure-text.js'
import { LabelFigures, TimeFigures } from './LabelFigures.js'
import type { Look } from './looks.js'
import { NotCompared } from './NotCompared.js'
import { PairMatrix, type PairFigure } from './PairMatrix.js'

const words = texts.agreement

interface Props {
  videoId: string
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  compared: ComparisonBounds
  onCompared: (compared: ComparisonBounds) => void
}

/** How far the chosen personas agree about the video: in tracks, types and time. */
export function Figures({ videoId, personas, looks, compared, onCompared }: Props) {
  // Held here, so that it stays while other figures are loaded.
  const [figure, onFigure] = useState<PairFigure>('f1')
  const isEnough = personas.length > 1
  const variables = { videoId, personaIds: personas.map(({ id }) => id), ...compared }
  // The server compares anew for each request, so it is not repeated each time the user returns to the page.
  const { data, error, refetch } = useGraph(AgreementDocument, variables, { enabled: isEnough, staleTime: 60_000 })
  return (
    <Section title={words.title} about={words.about}>
      {isEnough ? <Bounds value={compared} onChange={onCompared} /> : <Text c="dimmed">{words.tooFew}</Text>}
      {isEnough && error && <ErrorNote error={error} retry={() => void refetch()} />}
      {isEnough && !error && !data && <Loading />}
      {isEnough &&
        !error &&
        data &&
        (data.video ? <All {...{ ...data.video, personas, looks, figure, onFigure }} /> : <NotFound />)}
    </Section>
  )
}

interface AllProps extends Pick<Props, 'personas' | 'looks'> {
  agreement: Agreement
  figure: PairFigure
  onFigure: (figure: PairFigure) => void
}

function All({ agreement, personas, looks, figure, onFigure }: AllProps) {
  const { frames, pairs, time, minIou } = agreement
  return (
    <Stack gap="lg">
      <Text size="sm">{words.frames(frames.from, frames.to, frames.step, frames.count, minIou)}</Text>
      <Part title={words.tracks}>
        <PairMatrix {...{ pairs, personas, looks, figure, onFigure }} />
      </Part>
      <Part title={words.labels} about={words.labelsMeaning}>
        <LabelFigures agreement={agreement} />
      </Part>
      <Part title={words.time} about={words.timeMeaning}>
        <TimeFigures time={time} />
      </Part>
      <NotCompared {...{ agreement, personas }} />
    </Stack>
  )
}

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {about !== undefined && (
        <Text size="sm" c="dimmed" maw="70ch">
          {about}
        </Text>
      )}
      {children}
    </Stack>
  )
}
