import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DataTable, RowAct } from '../app/DataTable.js'
import { showDone } from '../app/notices.js'
import { paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { useViewer } from '../app/session.js'
import { AddMemberDocument, ChangeRoleDocument, RemoveMemberDocument, type ProjectRole } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { PersonSelect } from '../sharing/PersonSelect.js'
import { texts } from '../texts.js'
import type { Project } from './ProjectPage.js'
import { reloadProject } from './reload.js'

type Member = Project['members'][number]

const allRoles = choicesOf(texts.projects.roles)
/** The roles that can be given: nobody can be made an owner. A project always has one, or gets one when that leaves. */
const roles = allRoles.filter(({ value }) => value !== 'PROJECT_OWNER')

const nameOf = ({ user, userId }: Member) => user?.displayName ?? userId

/** The members of a project with their roles. Everybody may leave; owners and managers add and remove members. */
export function Members({ project }: { project: Project }) {
  const words = texts.projects
  const [, go] = useLocation()
  const [leaving, setLeaving] = useState<Member>()
  const { id: viewerId } = useViewer()
  const { id: projectId, members, isArchived } = project
  const mayManage = project.viewerCan.manageMembers
  const change = useAct(ChangeRoleDocument, { onSuccess: reloadProject })
  const remove = useAct(RemoveMemberDocument, {
    onSuccess(_done, { input: { userId } }) {
      reloadProject()
      if (userId === viewerId) go(paths.projects)
    },
  })
  const isOwn = leaving?.userId === viewerId
  return (
    <Stack gap="md">
      {mayManage && <AddMember project={project} />}
      <DataTable
        label={words.members}
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          [words.person, nameOf],
          [texts.team.username, ({ user }) => user?.username],
          [
            words.role,
            (member) =>
              mayManage && member.userId !== viewerId ? (
                <Select
                  size="xs"
                  aria-label={words.roleOf(nameOf(member))}
                  data={member.role === 'PROJECT_OWNER' ? allRoles : roles}
                  value={member.role}
                  allowDeselect={false}
                  onChange={(next) =>
                    next && change.mutate({ input: { projectId, userId: member.userId, role: next as ProjectRole } })
                  }
                />
              ) : (
                words.roles[member.role]
              ),
          ],
          [words.since, ({ joinedAt }) => texts.moment(joinedAt)],
          [
            texts.team.actions,
            (member) =>
              member.userId === viewerId
                ? !isArchived && (
                    <RowAct label={texts.team.leaveOf(project.name)} onClick={() => setLeaving(member)}>
                      {texts.team.leave}
                    </RowAct>
                  )
                : mayManage && (
                    <RowAct label={words.removeOf(nameOf(member))} onClick={() => setLeaving(member)}>
                      {words.remove}
                    </RowAct>
                  ),
            'kept in view',
          ],
        ]}
      />
      {leaving && (
        <Question
          title={isOwn ? texts.team.leaveOf(project.name) : words.removeOf(nameOf(leaving))}
          says={isOwn ? texts.team.leaves : words.removes}
          act={isOwn ? texts.team.leave : words.remove}
          onAct={() => remove.mutate({ input: { projectId, userId: leaving.userId } })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Stack>
  )
}

function AddMember({ project: { id: projectId, members } }: { project: Project }) {
  const words = texts.projects
  const [userId, setUser] = useState<string | null>(null)
  const [role, setRole] = useState<ProjectRole>('ANNOTATOR')
  const add = useAct(AddMemberDocument, {
    onSuccess() {
      setUser(null)
      showDone(texts.team.added)
      reloadProject()
    },
  })
  return (
    <Group align="end" wrap="wrap">
      <PersonSelect value={userId} onChange={setUser} without={members.map((member) => member.userId)} />
      <Select
        label={words.role}
        data={roles}
        value={role}
        allowDeselect={false}
        onChange={(value) => value && setRole(value as ProjectRole)}
      />
      <Button
        disabled={!userId}
        loading={add.isPending}
        onClick={() => userId && add.mutate({ input: { projectId, userId, role } })}
      >
        {words.add}
      </Button>
    </Group>
  )
}
