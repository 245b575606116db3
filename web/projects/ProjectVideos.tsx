import { Anchor, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PagedTable, RowAct } from '../app/DataTable.js'
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
import { emptyList, mostOffered, usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { AddVideos } from './AddVideos.js'
import { AssignmentRules } from './AssignmentRules.js'
import { reloadProject, type Project } from './project.js'

type Row = NonNullable<AssignedVideosQuery['project']>['videoAssignments']['nodes'][number]

/** The value of the choice that a video is for nobody in particular; selects have no empty values. */
const nobody = 'nobody'

function reload() {
  reloadProject()
  readAgain(AssignedVideosDocument, ProjectVideosDocument, ProjectProgressDocument)
}

const nameOf = ({ video, videoId }: Row) => video?.filename ?? videoId

/** The videos of a project and who annotates each of them; owners and managers add videos and assign them. */
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
  const give = (videoIds: readonly string[], to: string) =>
    assign.mutate({ input: { projectId, videoIds: [...videoIds], assignedUserId: to === nobody ? null : to } })
  const people = project.members.map((one) => ({ value: one.userId, label: one.user?.displayName ?? one.userId }))
  const choices = [{ value: nobody, label: words.nobody }, ...people]
  const rows = list.nodes ?? []
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    setSelected(next)
  }
  return (
    <Stack gap="md">
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
          limit={mostOffered}
        />
        {mayAssign && <Button onClick={() => setAdding(true)}>{words.add}</Button>}
      </Group>
      {mayAssign && rows.length > 0 && (
        <Group gap="sm">
          <Checkbox
            label={words.selectAll}
            checked={rows.every(({ videoId }) => selected.has(videoId))}
            indeterminate={selected.size > 0 && !rows.every(({ videoId }) => selected.has(videoId))}
            onChange={({ currentTarget }) =>
              toggle(
                rows.map(({ videoId }) => videoId),
                currentTarget.checked,
              )
            }
          />
          {selected.size > 0 && (
            <>
              <Text size="sm" role="status">
                {words.selected(selected.size)}
              </Text>
              <Select
                size="xs"
                aria-label={words.assignSelected(selected.size)}
                placeholder={words.assignSelected(selected.size)}
                data={choices}
                value={null}
                searchable
                limit={mostOffered}
                onChange={(to) => to && give([...selected], to)}
              />
            </>
          )}
        </Group>
      )}
      <PagedTable
        label={texts.team.tabs.videos}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <Empty
            says={userId ? words.noneOf : words.none}
            step={mayAssign && !userId ? { label: words.add, onClick: () => setAdding(true) } : undefined}
          />
        }
        columns={[
          ...(mayAssign
            ? [
                [
                  words.select,
                  (row: Row) => (
                    <Checkbox
                      aria-label={words.selectOf(nameOf(row))}
                      checked={selected.has(row.videoId)}
                      onChange={({ currentTarget }) => toggle([row.videoId], currentTarget.checked)}
                    />
                  ),
                ] as const,
              ]
            : []),
          [
            texts.projects.video,
            (row) =>
              row.video ? (
                <Anchor component={Link} inherit href={at(paths.video, { videoId: row.videoId })}>
                  {row.video.filename}
                </Anchor>
              ) : (
                words.gone
              ),
          ],
          [
            texts.projects.assigned,
            (row) =>
              mayAssign ? (
                <Select
                  size="xs"
                  aria-label={words.assigneeOf(nameOf(row))}
                  // Somebody who has left the project can still be the assignee.
                  data={
                    row.assignedUser && !people.some(({ value }) => value === row.assignedUser?.id)
                      ? [...choices, { value: row.assignedUser.id, label: row.assignedUser.displayName }]
                      : choices
                  }
                  value={row.assignedUser?.id ?? nobody}
                  allowDeselect={false}
                  searchable
                  limit={mostOffered}
                  onChange={(to) => to && to !== (row.assignedUser?.id ?? nobody) && give([row.videoId], to)}
                />
              ) : (
                (row.assignedUser?.displayName ?? words.nobody)
              ),
          ],
          [words.how, ({ source }) => words.sources[source]],
          [words.since, ({ assignedAt }) => texts.moment(assignedAt)],
          ...(mayAssign
            ? [
                [
                  texts.team.actions,
                  (row: Row) => (
                    <RowAct label={words.removeOf(nameOf(row))} onClick={() => setRemoving(row)}>
                      {texts.projects.remove}
                    </RowAct>
                  ),
                  'kept in view',
                ] as const,
              ]
            : []),
        ]}
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
