import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Loading } from '../app/Page.js'
import { HistoryDocument, RestoreVersionDocument, type Kind, type HistoryQuery } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { brief } from '../lib/brief.js'

const words = texts.history
type Entry = HistoryQuery['history']['nodes'][number]

/** An item whose history is shown, with its display name. */
export interface HistoryOf {
  kind: Kind
  id: string
  name: string
  canChange: boolean
}

/** The most characters of a value that are shown. */
const mostShown = 280

/**
 * Returns a value as text: texts unchanged, rich text without its formatting, other documents as JSON; long values are
 * cut.
 */
function shown(value: unknown): string {
  if (value === null || value === undefined) return words.nothing
  const isRich = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one?.content === 'string')
  const text =
    typeof value === 'string'
      ? value
      : isRich
        ? (value as { content: string }[]).map(({ content }) => content).join('')
        : JSON.stringify(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

function Change({ change: { member, item, before, after } }: { change: Entry['changes'][number] }) {
  return (
    <Box>
      <Text size="sm" fw={600}>
        {item ? `${member}: ${item}` : (words.members[member] ?? member)}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        <del>{shown(before)}</del> <ins style={{ textDecoration: 'none' }}>{shown(after)}</ins>
      </Text>
    </Box>
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
            {operation === 'UPDATE' && changes.length === 0 && <Text size="sm">{words.unchanged}</Text>}
            {operation === 'UPDATE' &&
              changes.map((change) => <Change key={`${change.member} ${change.item}`} change={change} />)}
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

/** A button that opens the history of an item. */
export function HistoryButton({ what, size = 'sm' }: { what: HistoryOf; size?: 'xs' | 'sm' }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} variant="default" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <HistoryDialog what={what} onClose={() => setOpen(false)} />}
    </>
  )
}
