import { Tabs } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { ErrorNote } from '../app/ErrorNote.js'
import { Page } from '../app/Page.js'
import { useViewer } from '../app/session.js'
import { texts } from '../texts.js'
import { Access } from './Access.js'
import { Audit } from './Audit.js'
import { Machines } from './Machines.js'
import { Users } from './Users.js'

const panels = { users: Users, access: Access, machines: Machines, audit: Audit }

/** The administrators' page: users, permissions and keys, the state of the server, and the audit, each in a tab. */
export function Administration() {
  const words = texts.administration
  const { isAdmin } = useViewer()
  const [search, setSearch] = useSearchParams()
  if (!isAdmin) return <ErrorNote error={new Error(words.forbidden)} />
  return (
    <Page title={words.title}>
      <Tabs
        value={search.get('part') ?? 'users'}
        onChange={(part) => part && setSearch({ part }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {Object.keys(panels).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.parts[name as keyof typeof panels]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(panels).map(([name, Panel]) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
