import { Anchor, Button, Group, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { IconChevronRight } from '../app/icons.js'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import { WatchAssignmentsDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.watch
/** The projects that are named; the others are in a menu. */
const named = 2

/** Returns the projects of a video that the user may see, with the user who is to annotate it in each. */
export function useAssignments(videoId: string) {
  const viewer = useViewer()
  const { data } = useGraph(WatchAssignmentsDocument, { videoId }, { staleTime: 60_000 })
  const all = (data?.video?.assignments ?? []).flatMap(({ project, assignedUser }) =>
    project ? [{ project, assignedUser, isOwn: assignedUser?.id === viewer.id }] : [],
  )
  // Those in which the user works on the video come first.
  return all.sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
}

/** The way to the video: links to the library and to the projects of the video. */
export function WayToVideo({ videoId }: { videoId: string }) {
  const projects = useAssignments(videoId).map(({ project }) => project)
  const others = projects.slice(named)
  return (
    <Group component="nav" gap={6} aria-label={words.way}>
      <Anchor component={Link} href={paths.library} size="sm">
        {texts.navigation.library}
      </Anchor>
      {projects.slice(0, named).map(({ id, name }, place) => (
        <Group key={id} gap={6}>
          {place === 0 && <IconChevronRight size={14} />}
          <Anchor
            component={Link}
            href={at(paths.project, { projectId: id })}
            size="sm"
            maw={180}
            truncate
            title={name}
          >
            {name}
          </Anchor>
        </Group>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="compact-xs" variant="default">
              {words.moreProjects(others.length)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ id, name }) => (
              <Menu.Item key={id} component={Link} href={at(paths.project, { projectId: id })}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <IconChevronRight size={14} />
    </Group>
  )
}
