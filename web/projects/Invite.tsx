import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DataTable, RowAct } from '../app/DataTable.js'
import { showDone, showError, wordsOf } from '../lib/notices.js'
import { Section } from '../app/Section.js'
import {
  AddGroupDocument,
  AddMemberDocument,
  InviteToProjectDocument,
  SentInvitationsDocument,
  WithdrawInvitationDocument,
  type AddGroupMutation,
  type InvitedRole,
  type SentInvitationsQuery,
} from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { useAct, useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { useKnownGroups } from '../sharing/people.js'
import { PersonSelect } from '../sharing/PersonSelect.js'
import { texts } from '../texts.js'
import { givenRoles } from './roles.js'
import { reloadProject, type Project } from './project.js'

type Invitation = NonNullable<SentInvitationsQuery['project']>['invitations'][number]

const words = texts.team.invitations
const reload = () => readAgain(SentInvitationsDocument)
const nameOf = ({ user, userId }: Invitation) => user?.displayName ?? userId

/** Refusals that concern the chosen person or group; the message has the reason. */
const ofPerson = ['CONFLICT', 'NOT_FOUND', 'VALIDATION_ERROR']

/** Adds a person or everybody of a group to a project, or invites a person to it. */
export function AddMember({ project: { id: projectId, members } }: { project: Project }) {
  const groups = useKnownGroups()
  const [chosen, setChosen] = useState<string | null>(null)
  const [role, setRole] = useState<InvitedRole>('ANNOTATOR')
  const [refusal, setRefusal] = useState<string>()
  const choose = (id: string | null) => {
    setChosen(id)
    setRefusal(undefined)
  }
  const { add, addGroup, invite, outcome, forget } = useAdding(groups, choose, setRefusal)
  const isBusy = add.isPending || addGroup.isPending || invite.isPending
  const isGroup = chosen !== null && groups.has(chosen)
  function act() {
    if (!chosen) return
    forget()
    if (isGroup) addGroup.mutate({ input: { projectId, groupId: chosen, role } })
    else add.mutate({ input: { projectId, user: { userId: chosen }, role } })
  }
  return (
    <Stack gap={4}>
      <Group align={refusal ? 'start' : 'end'} wrap="wrap">
        <PersonSelect
          value={chosen}
          onChange={choose}
          without={members.map((member) => member.userId)}
          error={refusal}
          groups={groups}
        />
        <Select
          label={texts.projects.role}
          data={givenRoles}
          value={role}
          allowDeselect={false}
          onChange={(value) => value && setRole(value as InvitedRole)}
        />
        <Button disabled={!chosen || isBusy} loading={add.isPending || addGroup.isPending} onClick={act}>
          {texts.projects.add}
        </Button>
        <Button
          variant="default"
          disabled={!chosen || isGroup || isBusy}
          loading={invite.isPending}
          onClick={() => chosen && invite.mutate({ input: { projectId, user: { userId: chosen }, role } })}
        >
          {words.invite}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.inviteHint}
      </Text>
      {outcome && <GroupAdded {...outcome} onClose={forget} />}
    </Stack>
  )
}

/** Returns the acts by which people come to a project, and who of the last group was added. */
function useAdding(groups: ReadonlyMap<string, string>, choose: (id: null) => void, refuse: (reason: string) => void) {
  const [outcome, setOutcome] = useState<Outcome>()
  const onError = (error: Error) => {
    if (error instanceof AnswerError && ofPerson.includes(error.code)) refuse(wordsOf(error, { CONFLICT: '' }))
    else showError(error)
  }
  const add = useAct(AddMemberDocument, {
    onError,
    onSuccess({ addProjectMember: { projectMember } }) {
      choose(null)
      showDone(texts.team.added(projectMember.user?.displayName ?? ''))
      reloadProject()
    },
  })
  const addGroup = useAct(AddGroupDocument, {
    onError,
    onSuccess({ addGroupToProject: added }, { input: { groupId } }) {
      choose(null)
      setOutcome({ group: groups.get(String(groupId)) ?? '', ...added })
      reloadProject()
    },
  })
  const invite = useAct(InviteToProjectDocument, {
    onError,
    onSuccess({ inviteToProject: { projectInvitation } }) {
      choose(null)
      showDone(words.invited(projectInvitation.user?.displayName ?? ''))
      reload()
    },
  })
  return { add, addGroup, invite, outcome, forget: () => setOutcome(undefined) }
}

type Outcome = AddGroupMutation['addGroupToProject'] & { group: string }

/** Who of a group was added to the project, and who was a member of it already. */
function GroupAdded({ group, projectMembers, alreadyMembers, onClose }: Outcome & { onClose: () => void }) {
  const named = (all: Outcome['projectMembers'], withRole: boolean) =>
    all.map(({ user, userId, role }) => {
      const name = user?.displayName ?? userId
      return withRole ? texts.team.memberAs(name, texts.projects.roles[role]) : name
    })
  return (
    <Alert
      role="status"
      color={projectMembers.length ? 'teal' : 'yellow'}
      mt="xs"
      withCloseButton
      closeButtonLabel={texts.states.close}
      onClose={onClose}
    >
      <Text size="sm">{texts.team.groupAdded(group, named(projectMembers, false))}</Text>
      {alreadyMembers.length > 0 && <Text size="sm">{texts.team.alreadyMembers(named(alreadyMembers, true))}</Text>}
    </Alert>
  )
}

function stateOf({ status, expiresAt, answeredAt }: Invitation): string {
  if (status === 'DECLINED') return words.declined(texts.moment(answeredAt ?? expiresAt))
  return new Date(expiresAt) > new Date() ? words.waits(texts.moment(expiresAt)) : words.expired
}

/** The invitations that are not accepted, with who sent them and when. Invitations can be withdrawn. */
export function SentInvitations({ projectId }: { projectId: string }) {
  const { data } = useGraph(SentInvitationsDocument, { id: projectId })
  const withdraw = useAct(WithdrawInvitationDocument, {
    onSuccess() {
      showDone(words.withdrawn)
      reload()
    },
    onError(error) {
      // Another user has withdrawn the invitation, or it was answered meanwhile.
      showError(error)
      reloadProject()
    },
  })
  const sent = (data?.project?.invitations ?? []).filter(({ status }) => status !== 'ACCEPTED')
  if (!sent.length) return null
  return (
    <Section title={words.sent}>
      <DataTable
        label={words.sent}
        rows={sent}
        keyOf={({ id }) => id}
        columns={[
          [texts.projects.person, nameOf],
          [texts.team.username, ({ user }) => user?.username],
          [texts.projects.role, ({ role }) => texts.projects.roles[role]],
          [words.by, ({ creator }) => creator?.displayName],
          [words.at, ({ createdAt }) => texts.moment(createdAt)],
          [words.state, stateOf],
          [
            texts.team.actions,
            (invitation) => (
              <RowAct
                removes
                label={words.withdrawOf(nameOf(invitation))}
                onClick={() => withdraw.mutate({ input: { projectId, id: invitation.id } })}
              >
                {words.withdraw}
              </RowAct>
            ),
            'acts',
          ],
        ]}
      />
    </Section>
  )
}
