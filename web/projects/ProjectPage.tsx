import { Badge, Group, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { AddressTabs } from '../app/AddressTabs.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading, Page } from '../app/Page.js'
import { useViewer } from '../app/session.js'
import { ProjectTeamDocument } from '../generated/graphql.js'
import { chunkMissed } from '../lib/chunk.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import { Members } from './Members.js'
import { ProjectAgreement } from './ProjectAgreement.js'
import { ProjectPersonas } from './ProjectPersonas.js'
import { ProjectProgress } from './ProjectProgress.js'
import { ProjectSettings } from './ProjectSettings.js'
import { ProjectVideos } from './ProjectVideos.js'

const WorldOfProject = lazy(async () => {
  const { WorldOfProject: editor } = await import('../world/WorldOfProject.js').catch(chunkMissed)
  return { default: editor }
})

/** A project: videos and annotators, members, personas, world, progress, agreement of the personas, and settings. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  const words = texts.team
  const { isAdmin } = useViewer()
  const { data, error, refetch } = useGraph(ProjectTeamDocument, { id: projectId })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { project } = data
  if (!project) return <ErrorNote error={new Error(texts.projects.gone)} />
  const { id, name, description, isArchived, myRole, viewerCan } = project
  // Owners and managers manage members and assign videos; administrators assign videos too.
  const mayAssign = !isArchived && (viewerCan.manageMembers || isAdmin)
  const tabs = [
    {
      name: 'videos',
      label: words.tabs.videos,
      count: project.videoAssignmentCount,
      show: () => <ProjectVideos project={project} mayAssign={mayAssign} />,
    },
    {
      name: 'members',
      label: words.tabs.members,
      count: project.memberCount,
      show: () => <Members project={project} />,
    },
    {
      name: 'personas',
      label: words.tabs.personas,
      count: project.personas.totalCount,
      show: () => <ProjectPersonas project={project} />,
    },
    {
      name: 'world',
      label: words.tabs.world,
      show: () => (
        <Suspense fallback={<Loading />}>
          <WorldOfProject projectId={id} canChange={!isArchived} />
        </Suspense>
      ),
    },
    { name: 'progress', label: words.tabs.progress, show: () => <ProjectProgress project={project} /> },
    { name: 'agreement', label: texts.agreement.title, show: () => <ProjectAgreement project={project} /> },
    { name: 'settings', label: words.tabs.settings, show: () => <ProjectSettings project={project} /> },
  ]
  return (
    <Page
      title={name}
      side={
        <Group gap="xs">
          {isArchived && (
            <Badge color="gray" variant="light" tt="none">
              {texts.projects.archived}
            </Badge>
          )}
          {myRole && (
            <Badge variant="light" tt="none">
              {texts.projects.roles[myRole]}
            </Badge>
          )}
        </Group>
      }
    >
      {description && <Text>{description}</Text>}
      <AddressTabs tabs={tabs} />
    </Page>
  )
}
