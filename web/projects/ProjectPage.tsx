import { Anchor, Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { DataTable, PagedTable, RowAct } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading, Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import { useViewer } from '../app/session.js'
import {
  AddMemberDocument,
  ChangeRoleDocument,
  ProjectNamesDocument,
  ProjectPersonasDocument,
  ProjectsDocument,
  ProjectTeamDocument,
  ProjectVideosDocument,
  RemoveMemberDocument,
  UpdateProjectDocument,
  WhyAccessDocument,
  type ProjectRole,
  type ProjectTeamQuery,
  type ProjectVideosQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct, useGraph } from '../lib/graph.js'
import { emptyList, mostOffered, useAll, usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { ReviewProgress } from '../reviews/ReviewProgress.js'
import { useKnownPeople } from '../sharing/people.js'
import { texts } from '../texts.js'
import { PersonProgress } from './PersonProgress.js'
import { Webhooks } from './Webhooks.js'
import { WhyAccess } from './WhyAccess.js'

type Project = NonNullable<ProjectTeamQuery['project']>
type AssignedVideo = NonNullable<ProjectVideosQuery['project']>['videoAssignments']['nodes'][number]

const reload = () => readAgain(ProjectTeamDocument, ProjectsDocument, ProjectNamesDocument, WhyAccessDocument)
const allRoles = choicesOf(texts.projects.roles)
/** The roles that can be given: nobody can be made an owner. A project always has one, or gets one when that leaves. */
const roles = allRoles.filter(({ value }) => value !== 'PROJECT_OWNER')

/** The members of a project, the progress on its videos and, for administrators, who may do what in it and why. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  const words = texts.projects
  const { isAdmin } = useViewer()
  const { data, error, refetch } = useGraph(ProjectTeamDocument, { id: projectId })
  const archive = useAct(UpdateProjectDocument, { onSuccess: reload })
  const [isArchiving, setArchiving] = useState(false)
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { project } = data
  if (!project) return <ErrorNote error={new Error(words.gone)} />
  const putAside = (isArchived: boolean) => archive.mutate({ input: { id: project.id, isArchived } })
  return (
    <Page
      title={project.name}
      side={
        project.viewerCan.update && (
          <Button
            variant="default"
            loading={archive.isPending}
            onClick={() => (project.isArchived ? putAside(false) : setArchiving(true))}
          >
            {project.isArchived ? words.restore : words.archive}
          </Button>
        )
      }
    >
      {isArchiving && (
        <Question
          title={words.archiveOf(project.name)}
          says={words.archives}
          act={words.archive}
          onAct={() => putAside(true)}
          onClose={() => setArchiving(false)}
        />
      )}
      {project.description && <Text>{project.description}</Text>}
      <Section title={words.members}>
        <Members project={project} />
      </Section>
      <Section title={words.progress}>
        <Videos project={project} />
      </Section>
      <Section title={words.progressByPerson}>
        <PersonProgress projectId={project.id} />
      </Section>
      <Section title={texts.reviews.progress}>
        <ReviewProgress projectId={project.id} />
      </Section>
      {project.viewerCan.update && <Webhooks projectId={project.id} />}
      {isAdmin && (
        <Section title={words.why.title}>
          <WhyHere project={project} />
        </Section>
      )}
    </Page>
  )
}

const nameOf = ({ user, userId }: Project['members'][number]) => user?.displayName ?? userId

function Members({ project }: { project: Project }) {
  const words = texts.projects
  const change = useAct(ChangeRoleDocument, { onSuccess: reload })
  const remove = useAct(RemoveMemberDocument, { onSuccess: reload })
  const [leaving, setLeaving] = useState<Project['members'][number]>()
  const { id: viewerId } = useViewer()
  const { id: projectId, members } = project
  const mayManage = project.viewerCan.manageMembers
  return (
    <Stack gap="sm">
      <DataTable
        label={words.members}
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          [words.person, ({ user, userId }) => user?.displayName ?? userId],
          [
            words.role,
            ({ userId, user, role }) =>
              mayManage && userId !== viewerId ? (
                <Select
                  size="xs"
                  aria-label={words.roleOf(user?.displayName ?? userId)}
                  data={role === 'PROJECT_OWNER' ? allRoles : roles}
                  value={role}
                  allowDeselect={false}
                  onChange={(next) =>
                    next && change.mutate({ input: { projectId, userId, role: next as ProjectRole } })
                  }
                />
              ) : (
                words.roles[role]
              ),
          ],
          [words.since, ({ joinedAt }) => texts.moment(joinedAt)],
          ...(mayManage
            ? [
                [
                  words.remove,
                  (member: Project['members'][number]) => (
                    <RowAct label={words.removeOf(nameOf(member))} onClick={() => setLeaving(member)}>
                      {words.remove}
                    </RowAct>
                  ),
                ] as const,
              ]
            : []),
        ]}
      />
      {mayManage && <AddMember project={project} />}
      {leaving && (
        <Question
          title={words.removeOf(nameOf(leaving))}
          says={words.removes}
          act={words.remove}
          onAct={() => remove.mutate({ input: { projectId, userId: leaving.userId } })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Stack>
  )
}

function AddMember({ project: { id: projectId, members } }: { project: Project }) {
  const words = texts.projects
  const { people: known, search } = useKnownPeople()
  const [userId, setUser] = useState<string | null>(null)
  const [role, setRole] = useState<ProjectRole>('ANNOTATOR')
  const add = useAct(AddMemberDocument, {
    onSuccess() {
      setUser(null)
      reload()
    },
  })
  const people = new Map(known)
  for (const { userId: member } of members) people.delete(member)
  return (
    <Group align="end">
      <Select
        label={words.person}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={userId}
        onChange={setUser}
        searchable
        onSearchChange={search}
        limit={mostOffered}
        nothingFoundMessage={words.nobody}
      />
      <Select
        label={words.role}
        data={roles}
        value={role}
        allowDeselect={false}
        onChange={(value) => value && setRole(value as ProjectRole)}
      />
      <Button
        disabled={!userId}
        loading={add.isPending}
        onClick={() => userId && add.mutate({ input: { projectId, userId, role } })}
      >
        {words.add}
      </Button>
    </Group>
  )
}

/** For each video, the number of its summaries in the project beside that of personas, and who wrote them. */
function Videos({ project }: { project: Project }) {
  const words = texts.projects
  const videos = usePages(
    ProjectVideosDocument,
    { id: project.id },
    (answer) => answer.project?.videoAssignments ?? emptyList,
  )
  const { totalCount: personas } = project.personas
  // The viewer may read more summaries of a video than the project's, such as private ones.
  const written = ({ video }: AssignedVideo) =>
    video?.summaries.filter(({ projectId }) => projectId === project.id) ?? []
  return (
    <PagedTable
      label={words.progress}
      list={videos}
      keyOf={({ id }) => id}
      columns={[
        [
          words.video,
          ({ video }) =>
            video && (
              <Anchor component={Link} inherit href={at(paths.reading, { videoId: video.id })}>
                {video.filename}
              </Anchor>
            ),
        ],
        [words.assigned, ({ assignedUser }) => assignedUser?.displayName],
        [
          words.summaries,
          (row) => {
            const { length: count } = written(row)
            return (
              <Stack gap={2}>
                <Text size="sm">{words.ofPersonas(count, personas)}</Text>
                <Progress.Root size="sm">
                  <Progress.Section
                    value={Math.min(100, (count / Math.max(1, personas)) * 100)}
                    aria-label={words.progressOf(row.video?.filename ?? '')}
                  />
                </Progress.Root>
              </Stack>
            )
          },
        ],
        [words.claims, (row) => written(row).reduce((sum, { claimCount }) => sum + claimCount, 0)],
        [
          words.writers,
          (row) => [...new Set(written(row).flatMap(({ creator }) => creator?.displayName ?? []))].join(', '),
        ],
      ]}
    />
  )
}

/** Explains why somebody can or cannot do something with the project or one of its personas. */
function WhyHere({ project: { id, members } }: { project: Project }) {
  const words = texts.projects.why
  const { nodes: personas } = useAll(ProjectPersonasDocument, { id }, (answer) => answer.project?.personas ?? emptyList)
  const things = [
    { kind: 'project', id, name: words.project },
    ...personas.map((one) => ({ kind: 'persona', id: one.id, name: words.persona(one.name) })),
  ]
  const named = members.map(
    ({ userId, user }) => [userId, user ? texts.sharing.person(user.displayName, user.username) : userId] as const,
  )
  return <WhyAccess things={things} members={new Map(named)} act="update" />
}
