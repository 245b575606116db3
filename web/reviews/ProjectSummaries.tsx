import { Anchor, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PagedTable, type Column } from '../app/DataTable.js'
import { at, paths } from '../app/paths.js'
import {
  ProjectVideosDocument,
  ReviewProgressDocument,
  SummariesToReviewDocument,
  type ReviewState,
  type SummariesToReviewQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { toggled } from '../lib/toggled.js'
import { plainText } from '../personas/Gloss.js'
import { texts } from '../texts.js'
import { VideoLink } from '../videos/VideoLink.js'
import { ReviewChip } from './ReviewChip.js'
import { SeveralBar } from './SeveralBar.js'
import { useSeveralReviews } from './use-several.js'

const words = texts.reviews

type Row = SummariesToReviewQuery['summaries']['nodes'][number]

const nameOf = ({ video, videoId, persona }: Row) =>
  [video?.filename ?? videoId, persona?.name].filter(Boolean).join(', ')

/** The summaries of a project in a state of review; several can be accepted or rejected at once. */
export function ProjectSummaries({ projectId }: { projectId: string }) {
  const [state, setState] = useState<ReviewState | null>('OPEN')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = usePages(SummariesToReviewDocument, { projectId, reviewState: state }, ({ summaries }) => summaries)
  const rows = list.nodes ?? []
  const mine = rows.filter(({ viewerCan }) => viewerCan.review)
  const items = mine
    .filter(({ id }) => chosen.has(id))
    .map((row) => ({ id: row.id, version: row.version, name: nameOf(row) }))
  const mark = (ids: readonly string[], on: boolean) => setChosen(toggled(chosen, ids, on))
  const reload = () => readAgain(SummariesToReviewDocument, ReviewProgressDocument, ProjectVideosDocument)
  const reviews = useSeveralReviews({
    kind: 'SUMMARY',
    onDone() {
      setChosen(new Set())
      reload()
    },
    onRefused(ids) {
      mark(ids, false)
      reload()
    },
  })
  return (
    <Stack gap="sm">
      <Group align="end">
        <Select
          label={words.state}
          placeholder={words.any}
          data={choicesOf(words.states)}
          value={state}
          clearable
          clearButtonProps={{ 'aria-label': words.any }}
          onChange={(next) => {
            setState(next as ReviewState | null)
            setChosen(new Set())
          }}
        />
      </Group>
      {items.length > 0 && (
        <SeveralBar kind="SUMMARY" items={items} reviews={reviews} keys onClear={() => setChosen(new Set())} />
      )}
      <PagedTable
        label={words.ofProject}
        list={list}
        keyOf={({ id }) => id}
        empty={<Text c="dimmed">{words.noneInState}</Text>}
        choice={
          mine.length ? { keys: mine.map(({ id }) => id), has: (id) => chosen.has(id), set: mark, nameOf } : undefined
        }
        columns={columns}
      />
    </Stack>
  )
}

const columns: Column<Row>[] = [
  [
    texts.projects.video,
    (row) => {
      const href = at(paths.reading, { videoId: row.videoId }, row.personaId ? { persona: row.personaId } : {})
      return row.video ? (
        <VideoLink video={row.video} href={href} name={nameOf(row)} />
      ) : (
        <Anchor component={Link} inherit href={href}>
          {nameOf(row)}
        </Anchor>
      )
    },
  ],
  [words.author, ({ creator }) => creator?.displayName ?? words.somebody],
  [
    words.text,
    ({ summary }) => (
      <Text size="sm" lineClamp={4} miw={240}>
        {plainText(summary)}
      </Text>
    ),
  ],
  [words.title, (row) => <ReviewChip review={row} />],
]
