import { Anchor, Badge, Button, Group, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { FormDialog } from '../app/FormDialog.js'
import { Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { Section } from '../app/Section.js'
import {
  CreateProjectDocument,
  ProjectNamesDocument,
  ProjectsDocument,
  RevokeShareDocument,
  SharesReceivedDocument,
  SharesSentDocument,
  type SharesSentQuery,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** The user's projects, the archived ones, and the shares sent and received. */
export function Projects() {
  const words = texts.projects
  const [isMaking, setMaking] = useState(false)
  const create = useAct(CreateProjectDocument, {
    onSuccess() {
      setMaking(false)
      readAgain(ProjectsDocument, ProjectNamesDocument)
    },
  })
  return (
    <Page title={words.title} side={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      <Tabs defaultValue="projects" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="projects">{words.title}</Tabs.Tab>
          <Tabs.Tab value="archived">{words.putAside}</Tabs.Tab>
          <Tabs.Tab value="shares">{words.shares}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="projects" pt="md">
          <ProjectTable isArchived={false} />
        </Tabs.Panel>
        <Tabs.Panel value="archived" pt="md">
          <ProjectTable isArchived />
        </Tabs.Panel>
        <Tabs.Panel value="shares" pt="md">
          <Shares />
        </Tabs.Panel>
      </Tabs>
      {isMaking && (
        <FormDialog
          title={words.make}
          busy={create.isPending}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'name', label: words.name },
            { name: 'description', label: words.description, optional: true },
          ]}
          onSubmit={({ name = '', description = '' }) =>
            create.mutate({ input: { name, slug: slugOf(name), ...(description && { description }) } })
          }
        />
      )}
    </Page>
  )
}

/** The active or the archived projects. */
function ProjectTable({ isArchived: areArchived }: { isArchived: boolean }) {
  const words = texts.projects
  const projects = usePages(ProjectsDocument, { isArchived: areArchived }, (all) => all.projects)
  return (
    <PagedTable
      label={areArchived ? words.putAside : words.title}
      list={projects}
      keyOf={({ id }) => id}
      columns={[
        [
          words.name,
          ({ id, name, isArchived }) => (
            <Group gap="xs">
              <Anchor component={Link} inherit href={at(paths.project, { projectId: id })}>
                {name}
              </Anchor>
              {isArchived && (
                <Badge color="gray" variant="light" tt="none">
                  {words.archived}
                </Badge>
              )}
            </Group>
          ),
        ],
        [words.role, ({ myRole }) => (myRole ? words.roles[myRole] : '')],
        [words.members, ({ memberCount }) => memberCount],
        [words.videos, ({ videoAssignmentCount }) => videoAssignmentCount],
      ]}
    />
  )
}

/** A slug for URLs, with a time stamp at its end so that projects of the same name differ. */
function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return `${words || 'project'}-${Date.now().toString(36)}`
}

type Sent = SharesSentQuery['sharesSent']['nodes'][number]

function thing({ resource, resourceType }: Pick<Sent, 'resource' | 'resourceType'>): string {
  const what = texts.projects.things[resourceType]
  if (!resource) return what
  const name =
    'name' in resource ? resource.name : 'text' in resource ? resource.text : 'label' in resource ? resource.label : ''
  return name ? `${what}: ${name}` : what
}

function Shares() {
  return (
    <Stack>
      <SharesSent />
      <SharesReceived />
    </Stack>
  )
}

function SharesSent() {
  const words = texts.projects
  const shares = usePages(SharesSentDocument, {}, ({ sharesSent }) => sharesSent)
  const revoke = useAct(RevokeShareDocument, { onSuccess: () => readAgain(SharesSentDocument) })
  return (
    <Section title={words.sharesSent}>
      <PagedTable
        label={words.sharesSent}
        list={shares}
        keyOf={({ id }) => id}
        columns={[
          [words.what, thing],
          [words.with, ({ sharedWithUser, sharedWithGroup }) => sharedWithUser?.displayName ?? sharedWithGroup?.name],
          [words.level, ({ permissionLevel }) => texts.sharing.levels[permissionLevel]],
          [
            words.end,
            (share) => (
              <RowAct label={words.endOf(thing(share))} onClick={() => revoke.mutate({ id: share.id })}>
                {words.end}
              </RowAct>
            ),
          ],
        ]}
      />
    </Section>
  )
}

function SharesReceived() {
  const words = texts.projects
  const shares = usePages(SharesReceivedDocument, {}, ({ sharesReceived }) => sharesReceived)
  return (
    <Section title={words.sharesReceived}>
      <PagedTable
        label={words.sharesReceived}
        list={shares}
        keyOf={({ id }) => id}
        columns={[
          [words.what, thing],
          [words.by, ({ sharedBy }) => sharedBy?.displayName],
          [words.level, ({ permissionLevel }) => texts.sharing.levels[permissionLevel]],
        ]}
      />
    </Section>
  )
}
