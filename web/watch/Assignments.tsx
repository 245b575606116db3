import { Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { IconChevronRight } from '../app/icons.js'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import { OwnAssignmentsDocument, type OwnAssignmentsQuery } from '../generated/graphql.js'
import { emptyList, useAll } from '../lib/pages.js'
import { texts } from '../texts.js'
import { useAssignments } from '../videos/WayToVideo.js'

const words = texts.watch

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
