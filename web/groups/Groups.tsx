import { Anchor, Button, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PagedTable } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { FormDialog } from '../app/FormDialog.js'
import { Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import {
  AllGroupsDocument,
  CreateGroupDocument,
  GroupsDocument,
  KnownGroupsDocument,
  type GroupRowFragment,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { slugOf } from '../lib/slug.js'
import { texts } from '../texts.js'

/** The groups of the user; a share with a group reaches all of its members. Administrators may list all groups. */
export function Groups() {
  const words = texts.groups
  const [, go] = useLocation()
  const { isAdmin } = useViewer()
  const [areAll, setAll] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const own = usePages(GroupsDocument, {}, ({ groups }) => groups, { enabled: !areAll })
  const all = usePages(AllGroupsDocument, {}, ({ allGroups }) => allGroups, { enabled: areAll })
  const create = useAct(CreateGroupDocument, {
    onSuccess({
      createGroup: {
        group: { id },
      },
    }) {
      readAgain(GroupsDocument, AllGroupsDocument, KnownGroupsDocument)
      go(at(paths.group, { groupId: id }))
    },
  })
  const list = areAll ? all : own
  const make = () => setMaking(true)
  return (
    <Page title={words.title} side={list.nodes?.length !== 0 && <Button onClick={make}>{words.make}</Button>}>
      <Stack gap="md">
        {isAdmin && (
          <Switch
            label={words.everybodys}
            checked={areAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
        )}
        <PagedTable<GroupRowFragment>
          label={words.title}
          list={list}
          keyOf={({ id }) => id}
          empty={<Empty says={words.none} step={{ label: words.make, onClick: make }} />}
          columns={[
            [
              texts.projects.name,
              ({ id, name }) => (
                <Anchor component={Link} inherit href={at(paths.group, { groupId: id })}>
                  {name}
                </Anchor>
              ),
            ],
            [texts.projects.description, ({ description }) => description],
            [texts.projects.role, ({ userRole }) => userRole && words.roles[userRole]],
            [texts.projects.members, ({ memberCount }) => memberCount],
          ]}
        />
      </Stack>
      {isMaking && (
        <FormDialog
          title={words.make}
          act={create}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'name', label: texts.projects.name },
            { name: 'description', label: texts.projects.description, optional: true },
          ]}
          onSubmit={({ name = '', description = '' }) =>
            create.mutate({ input: { name, slug: slugOf(name, 'group'), ...(description && { description }) } })
          }
        />
      )}
    </Page>
  )
}
