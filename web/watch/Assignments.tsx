import { Anchor, Button, Group, Menu, Text } from '@mantine/core'
import { Link } from 'wouter'
import { IconChevronRight } from '../app/icons.js'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import { OwnAssignmentsDocument, WatchAssignmentsDocument, type OwnAssignmentsQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { emptyList, useAll } from '../lib/pages.js'
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

/** Who is to annotate the video; for a user who is, a link to the next of their videos that has open work. */
export function Assignees({ videoId }: { videoId: string }) {
  const assignments = useAssignments(videoId)
  const [own] = assignments.filter(({ isOwn }) => isOwn)
  const given = assignments.flatMap(({ project, assignedUser, isOwn }) =>
    assignedUser ? [{ project, name: isOwn ? words.you : assignedUser.displayName }] : [],
  )
  if (given.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {given.length === 1 || new Set(given.map(({ name }) => name)).size === 1
          ? words.assignedTo(given[0]!.name)
          : words.assignedTo(given.map(({ project, name }) => words.inProject(name, project.name)).join(', '))}
      </Text>
      {own && <NextVideo videoId={videoId} projectId={own.project.id} />}
    </Group>
  )
}

/** Leads to the next video of the project that is assigned to the user and has no summary of theirs yet. */
function NextVideo({ videoId, projectId }: { videoId: string; projectId: string }) {
  const { id: userId } = useViewer()
  const { nodes, isWhole } = useAll(
    OwnAssignmentsDocument,
    { projectId, userId },
    ({ project }) => project?.videoAssignments ?? emptyList,
    { staleTime: 60_000 },
  )
  if (!isWhole) return null
  const next = nextOpen(nodes, { videoId, projectId, userId })
  if (!next) return null
  return (
    <Button
      component={Link}
      href={at(paths.video, { videoId: next.id })}
      size="xs"
      variant="default"
      rightSection={<IconChevronRight size={14} />}
      title={words.nextVideoOf(next.filename)}
    >
      {words.nextVideo}
    </Button>
  )
}

type Assignment = NonNullable<OwnAssignmentsQuery['project']>['videoAssignments']['nodes'][number]

/** Returns the next video without a summary of the user in the project; after the end of the list, from its start. */
function nextOpen(
  assignments: readonly Assignment[],
  { videoId, projectId, userId }: { videoId: string; projectId: string; userId: string },
) {
  const here = assignments.findIndex((one) => one.videoId === videoId)
  const others = [...assignments.slice(here + 1), ...assignments.slice(0, Math.max(0, here))]
  return others.find(
    ({ video }) => video && !video.summaries.some((one) => one.projectId === projectId && one.creator?.id === userId),
  )?.video
}
