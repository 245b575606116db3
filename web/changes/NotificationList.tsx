import { Anchor, Badge, Box, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { at, paths } from '../app/paths.js'
import { Pictured } from '../app/SmallPicture.js'
import { showError } from '../lib/notices.js'
import {
  MarkNotificationsSeenDocument,
  NotificationsDocument,
  SharesCountDocument,
  type NotificationsQuery,
} from '../generated/graphql.js'
import { graph, useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { useNotifications } from './use-notifications.js'

type Row = NotificationsQuery['notifications']['nodes'][number]

const words = texts.notifications

/** Returns the address of the page that shows the subject of a notification. */
function addressOf({ act, kind, thingId: thing, videoId, personaId }: Row): string {
  if (act === 'DELETED') return paths.trash
  if (act === 'INVITED') return paths.projects
  if (kind === 'PERSONA') return at(paths.persona, { personaId: thing })
  if (kind === 'PROJECT') return at(paths.project, { projectId: thing })
  if (kind === 'GROUP') return at(paths.group, { groupId: thing })
  if (videoId == null) return paths.shared
  if (kind === 'ANNOTATION') return at(paths.video, { videoId }, { annotation: thing })
  if (kind === 'VIDEO') return at(paths.video, { videoId })
  return at(paths.reading, { videoId }, { persona: personaId ?? undefined, ...(kind === 'CLAIM' && { claim: thing }) })
}

type Names = Partial<Record<Row['kind'], (count: number, name: string) => string>>

function sentenceOf({ act, kind, count, name, actor, video }: Row): string {
  const thing = (words.things as Names)[kind] ?? ((_count, named) => named)
  const what = thing(count, name ?? '')
  const where = video && kind !== 'VIDEO' ? words.where(what, video.filename) : what
  return words.acts[act](actor.displayName ?? words.somebody, where)
}

/** Returns where the page after this one begins; null after the last page. */
const nextOf = ({ pageInfo }: NotificationsQuery['notifications']) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)

/** The acts of other users, newest first; listed acts count as seen. Calls `onGo` when a link is followed. */
export function NotificationList({ onGo }: { onGo: () => void }) {
  const { data } = useNotifications()
  // Acts that were new when the list was opened stay marked while it is open.
  const [first] = useState(data?.notifications)
  const [older, setOlder] = useState<{ rows: readonly Row[]; next: string | null | undefined }>()
  const [isLoading, setLoading] = useState(false)
  const { mutate: mark } = useAct(MarkNotificationsSeenDocument, {
    // New shares are also counted in the navigation.
    onSuccess: () => readAgain(NotificationsDocument, SharesCountDocument),
  })
  const marked = useRef(false)
  useEffect(() => {
    if (marked.current || !first?.nodes.some(({ isNew }) => isNew)) return
    marked.current = true
    mark({ position: first.position })
  }, [first, mark])
  if (!first) return null
  const rows = [...first.nodes, ...(older?.rows ?? [])]
  const next = older ? older.next : nextOf(first)
  async function more() {
    setLoading(true)
    try {
      const { notifications } = await graph(NotificationsDocument, { first: 50, after: next ?? null })
      setOlder({ rows: [...(older?.rows ?? []), ...notifications.nodes], next: nextOf(notifications) })
    } catch (error) {
      showError(error)
    }
    setLoading(false)
  }
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        {words.title}
      </Text>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: rows.length ? 0 : -1 }}>
        <Box component="ul" aria-label={words.title} m={0} p={0} style={{ listStyle: 'none' }}>
          {rows.map((row) => (
            <Notification key={row.id} row={row} onGo={onGo} />
          ))}
        </Box>
      </ScrollArea.Autosize>
      {next != null && (
        <Button size="xs" variant="default" loading={isLoading} onClick={() => void more()}>
          {words.older}
        </Button>
      )}
    </Stack>
  )
}

function Notification({ row, onGo }: { row: Row; onGo: () => void }) {
  return (
    <Box component="li" py={6} style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
      <Pictured video={row.video}>
        <Box miw={0}>
          <Anchor
            component={Link}
            href={addressOf(row)}
            display="block"
            size="sm"
            c="var(--mantine-color-text)"
            style={{ overflowWrap: 'anywhere' }}
            onClick={onGo}
          >
            {sentenceOf(row)}
          </Anchor>
          {row.note && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={4}>
              {texts.reviews.noted(row.note)}
            </Text>
          )}
          <Group gap={6}>
            <Text component="time" dateTime={row.at} title={texts.moment(row.at)} size="xs" c="dimmed">
              {texts.ago(row.at)}
            </Text>
            {row.isNew && (
              <Badge size="xs" variant="light" tt="none">
                {words.isNew}
              </Badge>
            )}
          </Group>
        </Box>
      </Pictured>
    </Box>
  )
}
