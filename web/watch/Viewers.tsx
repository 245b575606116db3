import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { SetPresenceDocument, type SetPresenceMutation } from '../generated/graphql.js'
import { graph } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useAssignments } from '../videos/WayToVideo.js'

/** How often the page says where it is and asks for others, in milliseconds. */
const everyMs = 5_000

type Viewer = SetPresenceMutation['setPresence']['viewers'][number]

interface Props {
  videoId: string
  player: Player
}

/** The other members of the video's projects who look at it now, with their frames; a click goes to the frame. */
export function Viewers(props: Props) {
  const isShared = useAssignments(props.videoId).length > 0
  return isShared && <ViewersInProjects {...props} />
}

function ViewersInProjects({ videoId, player }: Props) {
  const viewers = usePresence(videoId, player)
  if (viewers.length === 0) return null
  return (
    <Group gap={4} role="group" aria-label={texts.watch.viewers}>
      {viewers.map(({ userId, displayName, frame }) => (
        <Button key={userId} size="compact-xs" variant="light" onClick={() => player.show(frame)}>
          {texts.watch.viewer(displayName, frame)}
        </Button>
      ))}
    </Group>
  )
}

/** Says which frame the page shows, while it is visible, and returns who else looks at the video. */
function usePresence(videoId: string, player: Player): readonly Viewer[] {
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  const page = useRef(randomId())
  useEffect(() => {
    let isLeft = false
    const say = (frame: number | null) =>
      graph(SetPresenceDocument, { input: { videoId, page: page.current, frame } }).then(
        ({ setPresence }) => {
          if (!isLeft) setViewers(setPresence.viewers)
        },
        // The next one a few seconds later shows them again.
        () => undefined,
      )
    const tick = () => {
      if (document.visibilityState === 'visible') void say(player.snapshot().frame)
    }
    tick()
    const timer = setInterval(tick, everyMs)
    return () => {
      isLeft = true
      clearInterval(timer)
      void say(null)
    }
  }, [videoId, player])
  return viewers
}
