import { Badge, Button, Group as Row, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { ActsMenu } from '../app/ActsMenu.js'
import { DataTable, RowAct } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { FormDialog } from '../app/FormDialog.js'
import { Loading, Page } from '../app/Page.js'
import { showDone } from '../lib/notices.js'
import { paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import { useViewer } from '../app/session.js'
import {
  AddGroupMemberDocument,
  AllGroupsDocument,
  ChangeGroupRoleDocument,
  DeleteGroupDocument,
  FellowsDocument,
  GroupNowDocument,
  GroupsDocument,
  KnownGroupsDocument,
  RemoveGroupMemberDocument,
  UpdateGroupDocument,
  type GroupNowQuery,
  type GroupRole,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct, useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { PersonSelect } from '../sharing/PersonSelect.js'
import { texts } from '../texts.js'

type Group = NonNullable<GroupNowQuery['group']>
type Member = Group['members'][number]

const words = texts.groups
const allRoles = choicesOf(words.roles)
/** The roles that can be given; the owner of a group is the user who created it. */
const roles = allRoles.filter(({ value }) => value !== 'GROUP_OWNER')

const reload = () =>
  readAgain(GroupNowDocument, GroupsDocument, AllGroupsDocument, KnownGroupsDocument, FellowsDocument)
const nameOf = ({ user, userId }: Member) => user?.displayName ?? userId

/**
 * A group and its members. Owners and admins manage the members, every member may leave, and owners delete the group.
 */
export function GroupPage() {
  const { groupId = '' } = useParams()
  const { isAdmin } = useViewer()
  const [, go] = useLocation()
  const { data, error, refetch } = useGraph(GroupNowDocument, { id: groupId })
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const update = useAct(UpdateGroupDocument, {
    onSuccess() {
      setRenaming(false)
      reload()
    },
  })
  const remove = useAct(DeleteGroupDocument, {
    onSuccess() {
      go(paths.groups)
      reload()
    },
  })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { group } = data
  if (!group) return <ErrorNote error={new Error(words.gone)} />
  const { id, name, description, userRole } = group
  const mayManage = isAdmin || userRole === 'GROUP_OWNER' || userRole === 'GROUP_ADMIN'
  const mayDelete = isAdmin || userRole === 'GROUP_OWNER'
  // Administrators who are not members of a group act on it as administrators.
  const asAdministrator = isAdmin && !userRole ? { asAdministrator: true } : {}
  return (
    <Page
      title={name}
      side={
        <Row gap="xs">
          {userRole && (
            <Badge variant="light" tt="none">
              {words.roles[userRole]}
            </Badge>
          )}
          {mayManage && (
            <Button variant="default" onClick={() => setRenaming(true)}>
              {words.rename}
            </Button>
          )}
          <ActsMenu
            label={texts.states.moreActs(name)}
            acts={[mayDelete && { label: words.delete, onClick: () => setDeleting(true), removes: true }]}
          />
        </Row>
      }
    >
      {description && <Text>{description}</Text>}
      <Section title={texts.projects.members}>
        <Members group={group} mayManage={mayManage} asAdministrator={asAdministrator} />
      </Section>
      {isRenaming && (
        <FormDialog
          title={words.rename}
          act={update}
          onClose={() => setRenaming(false)}
          fields={[
            { name: 'name', label: texts.projects.name, initial: name },
            { name: 'description', label: texts.projects.description, optional: true, initial: description ?? '' },
          ]}
          onSubmit={({ name: next = '', description: about = '' }) =>
            update.mutate({ input: { id, name: next, description: about || null, ...asAdministrator } })
          }
        />
      )}
      {isDeleting && (
        <Question
          title={words.deleteOf(name)}
          says={words.deletes(group.members.length)}
          act={words.delete}
          onAct={() => remove.mutate({ input: { id } })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  )
}

interface Props {
  group: Group
  mayManage: boolean
  asAdministrator: { asAdministrator?: boolean }
}

function Members({ group: { id: groupId, name, members }, mayManage, asAdministrator }: Props) {
  const { id: viewerId } = useViewer()
  const [, go] = useLocation()
  const [leaving, setLeaving] = useState<Member>()
  const change = useAct(ChangeGroupRoleDocument, { onSuccess: reload })
  const remove = useAct(RemoveGroupMemberDocument, {
    onSuccess(_done, { input }) {
      if (input.userId === viewerId) go(paths.groups)
      reload()
    },
  })
  const isOwn = leaving?.userId === viewerId
  return (
    <Stack>
      {mayManage && <AddMember groupId={groupId} members={members} asAdministrator={asAdministrator} />}
      <DataTable
        label={texts.projects.members}
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          [texts.projects.person, nameOf],
          [texts.team.username, ({ user }) => user?.username],
          [
            texts.projects.role,
            (member) =>
              mayManage && member.userId !== viewerId && member.role !== 'GROUP_OWNER' ? (
                <Select
                  size="xs"
                  maw={240}
                  aria-label={texts.projects.roleOf(nameOf(member))}
                  data={roles}
                  value={member.role}
                  allowDeselect={false}
                  onChange={(next) =>
                    next && change.mutate({ input: { groupId, userId: member.userId, role: next as GroupRole } })
                  }
                />
              ) : (
                words.roles[member.role]
              ),
          ],
          [texts.projects.since, ({ joinedAt }) => texts.moment(joinedAt)],
          [
            texts.team.actions,
            (member) =>
              member.userId === viewerId ? (
                <RowAct removes label={texts.team.leaveOf(name)} onClick={() => setLeaving(member)}>
                  {texts.team.leave}
                </RowAct>
              ) : (
                mayManage && (
                  <RowAct removes label={texts.projects.removeOf(nameOf(member))} onClick={() => setLeaving(member)}>
                    {texts.projects.remove}
                  </RowAct>
                )
              ),
            'acts',
          ],
        ]}
      />
      {leaving && (
        <Question
          title={isOwn ? texts.team.leaveOf(name) : texts.projects.removeOf(nameOf(leaving))}
          says={isOwn ? words.leaves : words.removes}
          act={isOwn ? texts.team.leave : texts.projects.remove}
          onAct={() => remove.mutate({ input: { groupId, userId: leaving.userId } })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Stack>
  )
}

interface AddProps extends Pick<Props, 'asAdministrator'> {
  groupId: string
  members: readonly Member[]
}

function AddMember({ groupId, members, asAdministrator }: AddProps) {
  const [userId, setUser] = useState<string | null>(null)
  const add = useAct(AddGroupMemberDocument, {
    onSuccess({ addGroupMember: { groupMember } }) {
      setUser(null)
      showDone(texts.team.added(groupMember.user?.displayName ?? ''))
      reload()
    },
  })
  return (
    <Row align="end">
      <PersonSelect value={userId} onChange={setUser} without={members.map((one) => one.userId)} />
      <Button
        disabled={!userId}
        loading={add.isPending}
        onClick={() =>
          userId && add.mutate({ input: { groupId, user: { userId }, role: 'GROUP_MEMBER', ...asAdministrator } })
        }
      >
        {texts.projects.add}
      </Button>
    </Row>
  )
}
