import { Button, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { FormDialog } from '../app/FormDialog.js'
import { SearchField } from '../app/SearchField.js'
import { Section } from '../app/Section.js'
import { useViewer } from '../app/session.js'
import { bounds } from '../generated/bounds.js'
import {
  AdminSessionsDocument,
  AdminUsersDocument,
  CreateUserDocument,
  RevokeSessionDocument,
  UpdateUserDocument,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { DeleteUser } from './DeleteUser.js'

/** All accounts, and all open sessions. */
export function Users() {
  return (
    <Stack>
      <Accounts />
      <Sessions />
    </Stack>
  )
}

function Accounts() {
  const words = texts.administration.users
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, 250)
  const viewer = useViewer()
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<{ id: string; username: string }>()
  const users = usePages(AdminUsersDocument, { search: term || null }, (answer) => answer.accounts)
  // Deactivating an account ends its sessions, so the list of sessions is read again as well.
  const update = useAct(UpdateUserDocument, { onSuccess: () => readAgain(AdminUsersDocument, AdminSessionsDocument) })
  return (
    <Section title={words.title} side={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      <SearchField label={words.search} value={search} onChange={setSearch} />
      {users.nodes && (
        <Text size="xs" c="dimmed" role="status">
          {words.count(users.nodes.length, users.totalCount)}
        </Text>
      )}
      <PagedTable
        label={words.title}
        list={users}
        keyOf={({ id }) => id}
        columns={[
          [words.username, ({ username }) => username],
          [words.name, ({ displayName }) => displayName],
          [
            words.active,
            ({ id, username, isActive }) => (
              <Switch
                aria-label={words.activeOf(username)}
                checked={isActive}
                onChange={(event) => update.mutate({ input: { id, isActive: event.currentTarget.checked } })}
              />
            ),
          ],
          [
            words.admin,
            ({ id, username, isAdmin }) => (
              <Switch
                aria-label={words.adminOf(username)}
                checked={isAdmin}
                onChange={(event) => update.mutate({ input: { id, isAdmin: event.currentTarget.checked } })}
              />
            ),
          ],
          [words.personas, ({ personaCount }) => personaCount],
          [words.sessions, ({ sessionCount }) => sessionCount],
          [
            texts.team.actions,
            (user) =>
              user.id !== viewer.id && (
                <RowAct removes label={texts.deletedUser.title(user.username)} onClick={() => setRemoving(user)}>
                  {texts.things.remove}
                </RowAct>
              ),
            'acts',
          ],
        ]}
      />
      {removing && <DeleteUser user={removing} onClose={() => setRemoving(undefined)} />}
      {isMaking && <MakeAccount onClose={() => setMaking(false)} />}
    </Section>
  )
}

function MakeAccount({ onClose }: { onClose: () => void }) {
  const words = texts.administration.users
  const create = useAct(CreateUserDocument, {
    onSuccess() {
      onClose()
      readAgain(AdminUsersDocument)
    },
  })
  return (
    <FormDialog
      title={words.make}
      act={create}
      onClose={onClose}
      fields={[
        { name: 'username', label: words.username },
        { name: 'displayName', label: words.name },
        {
          ...{ name: 'password', label: words.password, kind: 'secret' },
          ...{ hint: texts.profile.passwordRule(bounds.firstPassword.minLength), ...bounds.firstPassword },
        },
        { name: 'isAdmin', label: words.admin, kind: 'flag' },
      ]}
      onSubmit={({ username = '', displayName = '', password = '', isAdmin }) =>
        create.mutate({ input: { username, displayName, password, isAdmin: isAdmin === 'true' } })
      }
    />
  )
}

function Sessions() {
  const words = texts.administration.sessions
  const sessions = usePages(AdminSessionsDocument, {}, ({ allSessions }) => allSessions)
  const revoke = useAct(RevokeSessionDocument, { onSuccess: () => readAgain(AdminSessionsDocument) })
  return (
    <Section title={words.title}>
      <PagedTable
        label={words.title}
        list={sessions}
        keyOf={({ id }) => id}
        columns={[
          [words.who, ({ user }) => user?.displayName],
          [words.from, ({ ipAddress }) => ipAddress],
          [words.last, ({ lastActivityAt }) => texts.moment(lastActivityAt)],
          [words.until, ({ expiresAt }) => texts.moment(expiresAt)],
          [
            words.end,
            ({ id, isCurrent, user }) =>
              isCurrent ? (
                words.current
              ) : (
                <RowAct
                  removes
                  label={words.endOf(user?.displayName ?? '')}
                  onClick={() => revoke.mutate({ input: { id, asAdministrator: true } })}
                >
                  {words.end}
                </RowAct>
              ),
            'acts',
          ],
        ]}
      />
    </Section>
  )
}
