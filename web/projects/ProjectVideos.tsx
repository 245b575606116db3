import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct, type Choice, type Column } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { at, paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { useViewer } from '../app/session.js'
import {
  AssignedVideosDocument,
  AssignProjectVideosDocument,
  ProjectProgressDocument,
  ProjectVideosDocument,
  UnassignVideoDocument,
  type AssignedVideosQuery,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { emptyList, usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { toggled } from '../lib/toggled.js'
import { texts } from '../texts.js'
import { VideoLink } from '../videos/VideoLink.js'
import { AddVideos } from './AddVideos.js'
import { AssignmentRules } from './AssignmentRules.js'
import { reloadProject, type Project } from './project.js'

type Row = NonNullable<AssignedVideosQuery['project']>['videoAssignments']['nodes'][number]

/** The option that assigns a video to no member; selects have no empty values. */
const nobody = 'nobody'

function reload() {
  reloadProject()
  readAgain(AssignedVideosDocument, ProjectVideosDocument, ProjectProgressDocument)
}

const nameOf = ({ video, videoId }: Row) => video?.filename ?? videoId

/** The videos of a project and the assignee of each; owners and managers add and assign videos. */
export function ProjectVideos({ project, mayAssign }: { project: Project; mayAssign: boolean }) {
  const words = texts.team.videos
  const viewer = useViewer()
  const { id: projectId } = project
  const [userId, setUser] = useState<string | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Row>()
  const list = usePages(
    AssignedVideosDocument,
    { id: projectId, userId },
    (answer) => answer.project?.videoAssignments ?? emptyList,
  )
  const assign = useAct(AssignProjectVideosDocument, {
    onSuccess() {
      setSelected(new Set())
      reload()
    },
  })
  const remove = useAct(UnassignVideoDocument, { onSuccess: reload })
  const isBare = !userId && list.nodes?.length === 0
  const people = project.members.map((one) => ({ value: one.userId, label: one.user?.displayName ?? one.userId }))
  const assigning: Assigning = {
    people,
    selected,
    toggle: (ids, on) => setSelected(toggled(selected, ids, on)),
    give: (videoIds, to) =>
      assign.mutate({ input: { projectId, videoIds: [...videoIds], assignedUserId: to === nobody ? null : to } }),
  }
  return (
    <Stack gap="md">
      {!isBare && (
        <Group align="end" justify="space-between">
          <Select
            label={words.filter}
            placeholder={words.everybody}
            data={people}
            value={userId}
            onChange={setUser}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': words.everybody }}
          />
          {mayAssign && <Button onClick={() => setAdding(true)}>{words.add}</Button>}
        </Group>
      )}
      {selected.size > 0 && <Selection {...assigning} />}
      <PagedTable
        label={texts.team.tabs.videos}
        list={list}
        keyOf={({ videoId }) => videoId}
        choice={mayAssign ? choiceOf(list.nodes ?? [], assigning) : undefined}
        empty={
          <Empty
            says={userId ? words.noneOf : words.none}
            step={mayAssign && !userId ? { label: words.add, onClick: () => setAdding(true) } : undefined}
          />
        }
        columns={columnsOf(mayAssign ? assigning : undefined, setRemoving)}
      />
      {viewer.isAdmin && <AssignmentRules projectId={projectId} onRun={reload} />}
      {isAdding && <AddVideos project={project} onClose={() => setAdding(false)} onAdded={reload} />}
      {removing && (
        <Question
          title={words.removeOf(nameOf(removing))}
          says={words.removes}
          act={texts.projects.remove}
          onAct={() => remove.mutate({ input: { projectId, videoId: removing.videoId } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Stack>
  )
}

interface Assigning {
  /** The members of the project, as options. */
  people: readonly { value: string; label: string }[]
  /** The ids of the selected videos. */
  selected: ReadonlySet<string>
  toggle: (videoIds: readonly string[], on: boolean) => void
  /** Assigns videos to a member, or removes the assignee. */
  give: (videoIds: readonly string[], to: string) => void
}

const choiceOf = (rows: readonly Row[], { selected, toggle }: Assigning): Choice<Row> => ({
  ...{ keys: rows.map(({ videoId }) => videoId), has: (id) => selected.has(id), set: toggle, nameOf },
})

/** Assigns the selected videos. */
function Selection({ people, selected, give }: Assigning) {
  const words = texts.team.videos
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {words.selected(selected.size)}
      </Text>
      <Select
        size="xs"
        aria-label={words.assignSelected(selected.size)}
        placeholder={words.assignSelected(selected.size)}
        data={[{ value: nobody, label: words.nobody }, ...people]}
        value={null}
        searchable
        onChange={(to) => to && give([...selected], to)}
      />
    </Group>
  )
}

/** Returns the columns of the table; without `assigning`, those for members who can only read it. */
function columnsOf(assigning: Assigning | undefined, onRemove: (row: Row) => void): Column<Row>[] {
  const words = texts.team.videos
  const remove: Column<Row>[] = assigning
    ? [
        [
          texts.team.actions,
          (row) => (
            <RowAct removes label={words.removeOf(nameOf(row))} onClick={() => onRemove(row)}>
              {texts.projects.remove}
            </RowAct>
          ),
          'acts',
        ],
      ]
    : []
  return [
    [
      texts.projects.video,
      (row) =>
        row.video ? <VideoLink video={row.video} href={at(paths.video, { videoId: row.videoId })} /> : words.gone,
    ],
    [
      texts.projects.assigned,
      (row) => (assigning ? <Assignee row={row} {...assigning} /> : (row.assignedUser?.displayName ?? words.nobody)),
    ],
    [words.how, ({ source, creator }) => (source === 'MANUAL' && creator?.displayName) || words.sources[source]],
    [words.since, ({ assignedAt }) => texts.moment(assignedAt)],
    ...remove,
  ]
}

function Assignee({ row, people, give }: Pick<Assigning, 'people' | 'give'> & { row: Row }) {
  const words = texts.team.videos
  const { assignedUser } = row
  const choices = [{ value: nobody, label: words.nobody }, ...people]
  // A user who has left the project can still be the assignee.
  if (assignedUser && !people.some(({ value }) => value === assignedUser.id))
    choices.push({ value: assignedUser.id, label: assignedUser.displayName })
  const assigned = assignedUser?.id ?? nobody
  return (
    <Select
      size="xs"
      maw={240}
      aria-label={words.assigneeOf(nameOf(row))}
      data={choices}
      value={assigned}
      allowDeselect={false}
      searchable
      onChange={(to) => to && to !== assigned && give([row.videoId], to)}
    />
  )
}
