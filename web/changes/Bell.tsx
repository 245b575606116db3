import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconBell } from '../app/frame-icons.js'
import { chunkMissed } from '../lib/chunk.js'
import { texts } from '../texts.js'
import { useNotifications } from './use-notifications.js'

const words = texts.notifications
const List = lazy(async () => {
  const { NotificationList } = await import('./NotificationList.js').catch(chunkMissed)
  return { default: NotificationList }
})

const everyMs = 60_000

/** The bell in the header: the number of new notifications, and the list of them. Hidden if the server keeps no log. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useNotifications(everyMs)
  if (!data) return null
  const { nodes, newCount: news, pageInfo } = data.notifications
  const isMore = news > nodes.length && pageInfo.hasNextPage
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={440} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Tooltip label={words.title} disabled={isOpen}>
          <Indicator label={words.count(news, isMore)} disabled={news === 0} size={16} color="red.8" offset={4}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.open(news, isMore)}
              onClick={() => setOpen(!isOpen)}
            >
              <IconBell size={18} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" maw="calc(100vw - 16px)" aria-label={words.title}>
        {isOpen && (
          <Suspense>
            <List onGo={() => setOpen(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
