import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AddressTabs } from '../app/AddressTabs.js'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Loading, Page } from '../app/Page.js'
import { Section } from '../app/Section.js'
import { useSession } from '../app/session.js'
import { bounds } from '../generated/bounds.js'
import {
  OwnSessionsDocument,
  ProfileDocument,
  RevokeSessionDocument,
  UpdateProfileDocument,
  ViewerDocument,
  type ProfileQuery,
} from '../generated/graphql.js'
import { faultsOf } from '../lib/answer.js'
import { useAct, useGraph } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { OwnKeys } from './OwnKeys.js'
import { OwnTokens } from './OwnTokens.js'

const words = texts.profile

/** The user's own account: name and address, password, sessions, keys of model providers and API tokens. */
export function ProfilePage() {
  const { config } = useSession()
  const { data, error, refetch } = useGraph(ProfileDocument, {})
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data?.viewer) return <Loading />
  const { viewer } = data
  const account = () => (
    <Stack>
      <Names viewer={viewer} />
      {config?.mode !== 'SINGLE_USER' && <Password username={viewer.username} />}
    </Stack>
  )
  return (
    <Page title={words.title}>
      <AddressTabs
        tabs={[
          { name: 'account', label: words.account, show: account },
          { name: 'sessions', label: words.sessions, show: () => <Sessions /> },
          { name: 'keys', label: words.keys, show: () => <OwnKeys /> },
          { name: 'tokens', label: words.tokens, show: () => <OwnTokens /> },
        ]}
      />
    </Page>
  )
}

function Names({ viewer }: { viewer: NonNullable<ProfileQuery['viewer']> }) {
  const [values, setValues] = useState({ displayName: viewer.displayName, email: viewer.email ?? '' })
  const update = useAct(UpdateProfileDocument, {
    onSuccess() {
      showDone(words.saved)
      readAgain(ProfileDocument, ViewerDocument)
    },
  })
  const isSame = values.displayName === viewer.displayName && values.email === (viewer.email ?? '')
  return (
    <Section title={words.account} isForm>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          update.mutate({ input: { displayName: values.displayName, email: values.email || null } })
        }}
      >
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={500}>
              {texts.team.username}
            </Text>
            <Text>{viewer.username}</Text>
            <Text size="xs" c="dimmed">
              {words.usernameHint}
            </Text>
          </div>
          <TextInput
            label={texts.session.displayName}
            value={values.displayName}
            required
            autoComplete="name"
            onChange={({ currentTarget }) => setValues({ ...values, displayName: currentTarget.value })}
          />
          <TextInput
            label={words.email}
            type="email"
            value={values.email}
            autoComplete="email"
            onChange={({ currentTarget }) => setValues({ ...values, email: currentTarget.value })}
          />
          <Button
            type="submit"
            style={{ alignSelf: 'start' }}
            disabled={isSame || !values.displayName.trim()}
            loading={update.isPending}
          >
            {texts.states.save}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

/** Changes the password; the current one is asked for, because another person may use the open desk. */
function Password({ username }: { username: string }) {
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const update = useAct(UpdateProfileDocument, {
    onSuccess() {
      showDone(words.changed)
      setCurrent('')
      setPassword('')
      setAgain('')
      readAgain(OwnSessionsDocument)
    },
  })
  const differ = again !== '' && again !== password
  const faults = faultsOf(update.error)
  return (
    <Section title={words.password} isForm>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!differ) update.mutate({ input: { currentPassword, password } })
        }}
      >
        <Stack gap="sm">
          {/* For password managers, which otherwise do not know whose password changes. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label={words.currentPassword}
            value={currentPassword}
            required
            autoComplete="current-password"
            error={faults['currentPassword']}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <PasswordInput
            label={words.newPassword}
            description={`${words.passwordRule(bounds.firstPassword.minLength)} ${words.endsSessions}`}
            value={password}
            required
            {...bounds.firstPassword}
            error={faults['password']}
            autoComplete="new-password"
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <PasswordInput
            label={words.again}
            value={again}
            required
            autoComplete="new-password"
            error={differ && words.differ}
            onChange={({ currentTarget }) => setAgain(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            style={{ alignSelf: 'start' }}
            disabled={!currentPassword || !password || password !== again}
            loading={update.isPending}
          >
            {words.change}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

function Sessions() {
  const labels = texts.administration.sessions
  const sessions = usePages(OwnSessionsDocument, {}, (all) => all.sessions)
  const revoke = useAct(RevokeSessionDocument, { onSuccess: () => readAgain(OwnSessionsDocument) })
  return (
    <Section title={words.sessions}>
      <PagedTable
        label={words.sessions}
        list={sessions}
        keyOf={({ id }) => id}
        columns={[
          [words.browser, ({ userAgent }) => browserOf(userAgent)],
          [labels.from, ({ ipAddress }) => ipAddress],
          [labels.last, ({ lastActivityAt }) => texts.moment(lastActivityAt)],
          [labels.until, ({ expiresAt }) => texts.moment(expiresAt)],
          [
            texts.team.actions,
            ({ id, isCurrent, userAgent }) =>
              isCurrent ? (
                words.thisSession
              ) : (
                <RowAct
                  removes
                  label={words.endOf(browserOf(userAgent))}
                  onClick={() => revoke.mutate({ input: { id } })}
                >
                  {labels.end}
                </RowAct>
              ),
            'acts',
          ],
        ]}
      />
    </Section>
  )
}

/**
 * Returns the names of the browser and the operating system in a User-Agent header, which usually names several
 * browsers.
 */
function browserOf(agent: string | null | undefined): string {
  if (!agent) return words.unknownBrowser
  const [, browser] = /(Edg|OPR|Firefox|Chrome|Safari)\/[\d.]+/.exec(agent) ?? []
  const [, system] = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent) ?? []
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const parts = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []))
  return parts.length ? parts.join(', ') : agent.slice(0, 40)
}
