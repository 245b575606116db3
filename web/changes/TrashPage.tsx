import { Button, Group, Select, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { showDone } from '../lib/notices.js'
import { Page } from '../app/Page.js'
import { Question } from '../app/Question.js'
import { useViewer } from '../app/session.js'
import { Pictured } from '../app/SmallPicture.js'
import {
  DeleteFromTrashDocument,
  EmptyTrashDocument,
  RestoreFromTrashDocument,
  TrashDocument,
  type Kind,
  type TrashQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { brief } from '../lib/brief.js'

const words = texts.trash
const kinds = choicesOf(words.kinds)
type Item = TrashQuery['trash']['nodes'][number]

const nameOfKind = (kind: Kind) => (words.kinds as Partial<Record<Kind, string>>)[kind] ?? kind

/** Returns the name of an item; an annotation is named with its frames and its video. */
function nameOf({ title, kind, number, firstFrame, lastFrame, video }: Item): string {
  const plain = brief(title ?? '', 80) || nameOfKind(kind)
  const name = number == null ? plain : texts.watch.numbered(plain, number)
  const withFrames =
    firstFrame != null && lastFrame != null ? texts.gloss.annotationOn(name, firstFrame, lastFrame) : name
  return video ? `${withFrames}, ${video.filename}` : withFrames
}

/** Deleted items: each can be restored with everything deleted along with it, or be removed permanently. */
export function TrashPage() {
  const [kind, setKind] = useState<Kind | null>(null)
  const [everyones, setEveryones] = useState(false)
  const [leaving, setLeaving] = useState<Item | 'all'>()
  const list = usePages(TrashDocument, { kind, everyones }, ({ trash }) => trash)
  const reload = () => void queryClient.invalidateQueries()
  const restore = useAct(RestoreFromTrashDocument, {
    onSuccess({ restoreFromTrash: { left } }) {
      showDone(left.length ? words.partly(words.counts(left)) : words.done)
      reload()
    },
  })
  const remove = useAct(DeleteFromTrashDocument, { onSuccess: reload })
  const empty = useAct(EmptyTrashDocument, { onSuccess: reload })
  return (
    <Page
      title={words.title}
      side={
        !everyones &&
        Boolean(list.nodes?.length) && (
          <Button variant="outline" color="red" loading={empty.isPending} onClick={() => setLeaving('all')}>
            {words.empty}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {words.about}
      </Text>
      <Filters {...{ kind, setKind, everyones, setEveryones }} />
      <PagedTable
        label={words.list}
        empty={<Empty says={kind ? words.noneOfKind : words.none} />}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          [
            words.what,
            (item) => (
              <Pictured video={item.video} frame={item.firstFrame}>
                {`${nameOfKind(item.kind)}: ${nameOf(item)}`}
              </Pictured>
            ),
          ],
          [words.goneWith, ({ goneWith }) => words.counts(goneWith)],
          [words.when, ({ deletedAt }) => texts.moment(deletedAt)],
          [words.who, ({ deletedBy }) => <Text inherit miw={64} children={deletedBy?.displayName} />],
          [words.until, ({ expiresAt }) => texts.moment(expiresAt)],
          [
            words.acts,
            (item) => (
              <>
                <RowAct label={words.restoreOf(nameOf(item))} onClick={() => restore.mutate({ id: item.id })}>
                  {words.restore}
                </RowAct>
                <RowAct removes label={words.removeOf(nameOf(item))} onClick={() => setLeaving(item)}>
                  {words.remove}
                </RowAct>
              </>
            ),
            'acts',
          ],
        ]}
      />
      {leaving && (
        <Question
          title={leaving === 'all' ? words.empty : words.removeOf(nameOf(leaving))}
          says={words.forGood}
          act={leaving === 'all' ? words.empty : words.remove}
          onAct={() => (leaving === 'all' ? empty.mutate({}) : remove.mutate({ id: leaving.id }))}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Page>
  )
}

interface FiltersProps {
  kind: Kind | null
  setKind: (kind: Kind | null) => void
  everyones: boolean
  setEveryones: (everyones: boolean) => void
}

function Filters({ kind, setKind, everyones, setEveryones }: FiltersProps) {
  const viewer = useViewer()
  return (
    <Group align="end">
      <Select
        label={words.kind}
        placeholder={words.any}
        data={kinds}
        value={kind}
        clearable
        onChange={(next) => setKind(next as Kind | null)}
      />
      {viewer.isAdmin && (
        <Switch
          label={words.everyones}
          checked={everyones}
          onChange={(event) => setEveryones(event.currentTarget.checked)}
        />
      )}
    </Group>
  )
}
