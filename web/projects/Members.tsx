import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DataTable, RowAct } from '../app/DataTable.js'
import { paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { useViewer } from '../app/session.js'
import { ChangeRoleDocument, RemoveMemberDocument, type ProjectRole } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { AddMember, SentInvitations } from './Invite.js'
import { allRoles, givenRoles } from './roles.js'
import { reloadProject, type Project } from './project.js'

type Member = Project['members'][number]

const nameOf = ({ user, userId }: Member) => user?.displayName ?? userId

/** The members of a project with their roles. Every member may leave; owners and managers add and remove members. */
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
                  maw={240}
                  aria-label={words.roleOf(nameOf(member))}
                  data={member.role === 'PROJECT_OWNER' ? allRoles : givenRoles}
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
                    <RowAct removes label={texts.team.leaveOf(project.name)} onClick={() => setLeaving(member)}>
                      {texts.team.leave}
                    </RowAct>
                  )
                : mayManage && (
                    <RowAct removes label={words.removeOf(nameOf(member))} onClick={() => setLeaving(member)}>
                      {words.remove}
                    </RowAct>
                  ),
            'acts',
          ],
        ]}
      />
      {mayManage && <SentInvitations projectId={projectId} />}
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
