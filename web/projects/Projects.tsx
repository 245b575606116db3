import { Alert, Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AddressTabs } from '../app/AddressTabs.js'
import { PagedTable } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { FormDialog } from '../app/FormDialog.js'
import { Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { SearchField } from '../app/SearchField.js'
import { useViewer } from '../app/session.js'
import {
  AcceptInvitationDocument,
  CreateProjectDocument,
  DeclineInvitationDocument,
  InvitationsDocument,
  ProjectsDocument,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { slugOf } from '../lib/slug.js'
import { ReviewShare } from '../reviews/ReviewShare.js'
import { SharesSent } from '../sharing/SharesSent.js'
import { texts } from '../texts.js'
import { reloadProgress, reloadProject } from './project.js'

/** The user's projects and invitations, the archived projects, and what the user shares. */
export function Projects() {
  const words = texts.projects
  const [, go] = useLocation()
  const [isMaking, setMaking] = useState(false)
  const create = useAct(CreateProjectDocument, {
    onSuccess({
      createProject: {
        project: { id },
      },
    }) {
      reloadProject()
      go(at(paths.project, { projectId: id }))
    },
  })
  const make = () => setMaking(true)
  return (
    <Page title={words.title}>
      <Invitations />
      <AddressTabs
        tabs={[
          { name: 'projects', label: words.title, show: () => <ProjectTable key="active" make={make} /> },
          { name: 'archived', label: words.putAside, show: () => <ProjectTable key="archived" isArchived /> },
          { name: 'shares', label: words.sharesSent, show: () => <SharesSent /> },
        ]}
      />
      {isMaking && (
        <FormDialog
          title={words.make}
          act={create}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'name', label: words.name },
            { name: 'description', label: words.description, optional: true },
          ]}
          onSubmit={({ name = '', description = '' }) =>
            create.mutate({ input: { name, slug: slugOf(name, 'project'), ...(description && { description }) } })
          }
        />
      )}
    </Page>
  )
}

/** Pending invitations to projects. */
function Invitations() {
  const words = texts.team.invitations
  const { nodes = [] } = usePages(InvitationsDocument, {}, ({ invitations }) => invitations)
  const onSuccess = () => {
    readAgain(InvitationsDocument)
    reloadProject()
  }
  const accept = useAct(AcceptInvitationDocument, { onSuccess })
  const decline = useAct(DeclineInvitationDocument, { onSuccess })
  if (!nodes.length) return null
  return (
    <Alert color="indigo" title={words.title}>
      <Stack gap="xs">
        {nodes.map(({ id, projectName, role, creator }) => (
          <Group key={id} justify="space-between">
            <Text size="sm">{words.one(creator?.displayName, projectName, texts.projects.roles[role])}</Text>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={words.acceptOf(projectName)}
                onClick={() => accept.mutate({ input: { id } })}
              >
                {words.accept}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                aria-label={words.declineOf(projectName)}
                onClick={() => decline.mutate({ input: { id } })}
              >
                {words.decline}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}

interface TableProps {
  isArchived?: boolean
  make?: () => void
}

/** The active or the archived projects; administrators may list those of all users. */
function ProjectTable({ isArchived = false, make }: TableProps) {
  const words = texts.projects
  const { isAdmin } = useViewer()
  const [areAll, setAll] = useState(isAdmin)
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), 250)
  const projects = usePages(
    ProjectsDocument,
    { isArchived, search: sought || null, everyones: areAll || null },
    (all) => all.projects,
  )
  const isBare = !sought && projects.nodes?.length === 0
  return (
    <Stack gap="md">
      {(!isBare || isAdmin) && (
        <Group>
          <SearchField label={texts.team.searchProjects} value={search} onChange={setSearch} />
          {isAdmin && (
            <Switch
              label={texts.team.everybodys}
              checked={areAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
          )}
          {make && !isBare && (
            <Button ml="auto" onClick={make}>
              {words.make}
            </Button>
          )}
        </Group>
      )}
      <PagedTable
        label={isArchived ? words.putAside : words.title}
        list={projects}
        keyOf={({ id }) => id}
        empty={
          <Empty
            says={sought ? texts.team.noMatch : isArchived ? texts.team.noArchived : texts.team.noProjects}
            step={make && !sought ? { label: words.make, onClick: make } : undefined}
          />
        }
        columns={[
          [
            words.name,
            ({ id, name }) => (
              <Anchor component={Link} inherit href={at(paths.project, { projectId: id })}>
                {name}
              </Anchor>
            ),
          ],
          [
            texts.reviews.reviewed,
            ({ id, name, reviewProgress }) => (
              <ReviewShare {...{ name, tallies: reviewProgress, of: { projectId: id }, onNone: reloadProgress }} />
            ),
          ],
          [words.role, ({ myRole }) => (myRole ? words.roles[myRole] : '')],
          [words.members, ({ memberCount }) => memberCount],
          [words.videos, ({ videoAssignmentCount }) => videoAssignmentCount],
        ]}
      />
    </Stack>
  )
}
