import { Stack } from '@mantine/core'
import { PagedTable } from '../app/DataTable.js'
import { at, paths } from '../app/paths.js'
import { Section } from '../app/Section.js'
import { ProjectVideosDocument, type ProjectVideosQuery } from '../generated/graphql.js'
import { emptyList, usePages } from '../lib/pages.js'
import { ProjectSummaries } from '../reviews/ProjectSummaries.js'
import { ReviewShare } from '../reviews/ReviewShare.js'
import { texts } from '../texts.js'
import { VideoLink } from '../videos/VideoLink.js'
import { PersonProgress } from './PersonProgress.js'
import { reloadProgress, type Project } from './project.js'

type AssignedVideo = NonNullable<ProjectVideosQuery['project']>['videoAssignments']['nodes'][number]

/** The progress of a project, by video and by person. */
export function ProjectProgress({ project }: { project: Project }) {
  const words = texts.projects
  return (
    <Stack>
      <Section title={words.progress}>
        <Videos project={project} />
      </Section>
      <Section title={words.progressByPerson}>
        <PersonProgress project={project} />
      </Section>
      <Section title={texts.reviews.ofProject}>
        <ProjectSummaries projectId={project.id} />
      </Section>
    </Stack>
  )
}

/** For each video, how much is reviewed, and the summaries in the project out of the number of personas. */
function Videos({ project }: { project: Project }) {
  const words = texts.projects
  const videos = usePages(
    ProjectVideosDocument,
    { id: project.id },
    (answer) => answer.project?.videoAssignments ?? emptyList,
  )
  const { totalCount: personas } = project.personas
  // The viewer may read more summaries of a video than those of the project, such as private ones.
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
          ({ video }) => video && <VideoLink video={video} href={at(paths.reading, { videoId: video.id })} />,
        ],
        [words.assigned, ({ assignedUser }) => assignedUser?.displayName],
        [
          texts.reviews.reviewed,
          ({ video, reviewProgress }) =>
            video && (
              <ReviewShare
                name={video.filename}
                tallies={reviewProgress}
                of={{ projectId: project.id, videoId: video.id }}
                onNone={reloadProgress}
              />
            ),
        ],
        [words.summaries, (row) => words.ofPersonas(written(row).length, personas)],
        [words.claims, (row) => written(row).reduce((sum, { claimCount }) => sum + claimCount, 0)],
        [
          words.writers,
          (row) => [...new Set(written(row).flatMap(({ creator }) => creator?.displayName ?? []))].join(', '),
        ],
      ]}
    />
  )
}
