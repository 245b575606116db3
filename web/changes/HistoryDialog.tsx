import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Loading } from '../app/Page.js'
import { Pictured } from '../app/SmallPicture.js'
import { HistoryDocument, RestoreVersionDocument, type Kind, type VideoNamedFragment } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { brief } from '../lib/brief.js'
import { idsIn, saidOf, type Said } from './change-words.js'
import { textDifference } from './text-difference.js'
import { useNames } from './use-names.js'

const words = texts.history

/** An item whose history is shown, with its display name. */
export interface HistoryOf {
  kind: Kind
  id: string
  name: string
  canChange: boolean
}

interface ChangesProps {
  said: readonly Said[]
  /** The video of an annotation. */
  video: VideoNamedFragment | undefined
}

/** What an entry changed: sentences, with pictures of their frames, and texts with the words that were changed. */
function Changes({ said, video }: ChangesProps) {
  if (!said.length) return <Text size="sm">{words.unchanged}</Text>
  return said.map((one, i) =>
    'sentence' in one ? (
      <Pictured key={i} video={one.frame === undefined ? undefined : video} frame={one.frame}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {one.sentence}
        </Text>
      </Pictured>
    ) : (
      <Box key={i}>
        <Text size="sm" fw={500}>
          {one.name}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {textDifference(one.before, one.after).map(({ text, in: where }, at) =>
            where === 'both' ? text : where === 'before' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>,
          )}
        </Text>
      </Box>
    ),
  )
}

/** The changes of an item, newest first, with user, time and values; earlier versions can be restored. */
export function HistoryDialog({
  what: { kind, id, name, canChange },
  onClose,
}: {
  what: HistoryOf
  onClose: () => void
}) {
  const list = usePages(HistoryDocument, { kind, id }, ({ history }) => history)
  const restore = useAct(RestoreVersionDocument, {
    onSuccess({ restoreVersion: { members } }) {
      showDone(members.length ? words.done : words.same)
      void queryClient.invalidateQueries()
    },
  })
  const newest = list.nodes?.[0]?.version
  const changed = list.nodes?.flatMap(({ operation, changes }) => (operation === 'UPDATE' ? changes : [])) ?? []
  const { names, videos } = useNames([id, ...idsIn(changed)])
  return (
    <Dialog title={words.title(brief(name))} size="lg" onClose={onClose}>
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {!list.nodes && !list.error && <Loading />}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={words.list}>
        {list.nodes?.map(({ position, at, operation, version, actor, via, viaName, model, changes }) => (
          <Stack
            key={position}
            component="li"
            gap={6}
            pb="sm"
            style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
          >
            <Group justify="space-between" align="start" gap="xs">
              <Box>
                <Text size="sm">{words.who(actor?.displayName ?? words.nobody, words.operations[operation])}</Text>
                <Group gap={6}>
                  <Text size="xs" c="dimmed">
                    {texts.moment(at)}
                  </Text>
                  {version != null && (
                    <Badge variant="light" color="gray" tt="none">
                      {words.version(version)}
                    </Badge>
                  )}
                  {via && via !== 'SESSION' && (
                    <Badge variant="light" color="gray" tt="none">
                      {words.through(words.vias[via], viaName, model)}
                    </Badge>
                  )}
                </Group>
              </Box>
              {canChange && version != null && version !== newest && operation !== 'DELETE' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={restore.isPending && restore.variables?.input.to.version === version}
                  aria-label={words.restoreOf(version)}
                  onClick={() => restore.mutate({ input: { kind, id, to: { version } } })}
                >
                  {words.restore}
                </Button>
              )}
            </Group>
            {operation === 'UPDATE' && <Changes said={saidOf(changes, names)} video={videos.get(id)} />}
          </Stack>
        ))}
      </Stack>
      {list.more && (
        <Button variant="default" size="xs" mt="sm" loading={list.more.isLoading} onClick={list.more.load}>
          {texts.states.more}
        </Button>
      )}
    </Dialog>
  )
}
