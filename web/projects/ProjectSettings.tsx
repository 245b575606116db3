import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../app/Dialog.js'
import { showDone } from '../lib/notices.js'
import { paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import { useViewer } from '../app/session.js'
import { DeleteProjectDocument, ProjectPersonasDocument, UpdateProjectDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { emptyList, useAll } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { reloadProject, type Project } from './project.js'
import { Webhooks } from './Webhooks.js'
import { WhyAccess } from '../sharing/WhyAccess.js'

/** What the viewer may change about a project: its name, its archiving or deletion, and its webhooks. */
export function ProjectSettings({ project }: { project: Project }) {
  const { isAdmin } = useViewer()
  const { viewerCan, isArchived } = project
  return (
    <Stack>
      {!viewerCan.update && !viewerCan.delete && <Text c="dimmed">{texts.team.settings.forManagers}</Text>}
      {viewerCan.update && !isArchived && <Naming project={project} />}
      {viewerCan.update && <Webhooks projectId={project.id} />}
      {isAdmin && (
        <Section title={texts.projects.why.title}>
          <WhyHere project={project} />
        </Section>
      )}
      {(viewerCan.update || viewerCan.delete) && <Ending project={project} />}
    </Stack>
  )
}

function Naming({ project: { id, name, description } }: { project: Project }) {
  const words = texts.projects
  const [values, setValues] = useState({ name, description: description ?? '' })
  const update = useAct(UpdateProjectDocument, {
    onSuccess() {
      showDone(texts.team.settings.saved)
      reloadProject()
    },
  })
  const isSame = values.name === name && values.description === (description ?? '')
  return (
    <Section title={texts.team.settings.about} isForm>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          update.mutate({ input: { id, name: values.name, description: values.description || null } })
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={words.name}
            value={values.name}
            required
            autoComplete="off"
            onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
          />
          <Textarea
            label={words.description}
            value={values.description}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setValues({ ...values, description: currentTarget.value })}
          />
          <Button
            type="submit"
            style={{ alignSelf: 'start' }}
            disabled={isSame || !values.name.trim()}
            loading={update.isPending}
          >
            {texts.states.save}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

/** Archives, restores and deletes the project; archiving and deletion ask first. */
function Ending({ project }: { project: Project }) {
  const words = texts.projects
  const { id, name, isArchived, viewerCan } = project
  const [isArchiving, setArchiving] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const archive = useAct(UpdateProjectDocument, { onSuccess: reloadProject })
  const putAside = (next: boolean) => archive.mutate({ input: { id, isArchived: next } })
  return (
    <Section title={texts.team.settings.end} isForm>
      <Group>
        {viewerCan.update && (
          <Button
            variant="default"
            loading={archive.isPending}
            onClick={() => (isArchived ? putAside(false) : setArchiving(true))}
          >
            {isArchived ? words.restore : words.archive}
          </Button>
        )}
        {viewerCan.delete && (
          <Button variant="default" onClick={() => setDeleting(true)}>
            {texts.team.settings.delete}
          </Button>
        )}
      </Group>
      {isArchiving && (
        <Question
          title={words.archiveOf(name)}
          says={words.archives}
          act={words.archive}
          onAct={() => putAside(true)}
          onClose={() => setArchiving(false)}
        />
      )}
      {isDeleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
    </Section>
  )
}

/**
 * Shows what the deletion of a project removes and what it keeps; the user has to type the project's name to delete it.
 */
function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const words = texts.team.settings
  const { id, name, memberCount, videoAssignmentCount, personas } = project
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const remove = useAct(DeleteProjectDocument, {
    onSuccess() {
      go(paths.projects)
      showDone(texts.things.removed(name))
      // The content of the project is now outside of all projects, so any cached answer may still show the project.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <Dialog title={words.deleteOf(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate({ input: { id } })
        }}
      >
        <Stack>
          <Alert color="red" title={words.goes}>
            <List size="sm">
              {words.going(memberCount, videoAssignmentCount).map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </Alert>
          <Text size="sm">{words.stays(personas.totalCount)}</Text>
          <TextInput
            label={words.typeName(name)}
            value={typed}
            autoComplete="off"
            data-autofocus
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button type="submit" color="red.9" disabled={typed.trim() !== name} loading={remove.isPending}>
              {words.delete}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Explains why a user can or cannot do something with the project or one of its personas. */
function WhyHere({ project: { id, members } }: { project: Project }) {
  const words = texts.projects.why
  const { nodes: personas } = useAll(ProjectPersonasDocument, { id }, (answer) => answer.project?.personas ?? emptyList)
  const things = [
    { kind: 'PROJECT' as const, id, name: words.project },
    ...personas.map((one) => ({ kind: 'PERSONA' as const, id: one.id, name: words.persona(one.name) })),
  ]
  const named = members.map(
    ({ userId, user }) => [userId, user ? texts.sharing.person(user.displayName, user.username) : userId] as const,
  )
  return <WhyAccess things={things} members={new Map(named)} act="UPDATE" />
}
