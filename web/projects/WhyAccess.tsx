import { Alert, Group, List, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { ProjectPersonasDocument, WhyAccessDocument, type ProjectTeamQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { emptyList, mostOffered, useAll } from '../lib/pages.js'
import { texts } from '../texts.js'

/** Why a member can or cannot do something with the project or one of its personas. */
export function WhyAccess({ project }: { project: NonNullable<ProjectTeamQuery['project']> }) {
  const words = texts.projects.why
  const { nodes: personas } = useAll(
    ProjectPersonasDocument,
    { id: project.id },
    (answer) => answer.project?.personas ?? emptyList,
  )
  const [userId, setUser] = useState(project.members[0]?.userId ?? '')
  const [action, setAction] = useState('update')
  const [target, setTarget] = useState(`project ${project.id}`)
  const [kind = '', id = ''] = target.split(' ')
  const { data, error } = useGraph(WhyAccessDocument, { userId, kind, id, action }, { enabled: Boolean(userId) })
  const answer = data?.explainAccess
  return (
    <Stack gap="sm">
      <Group align="end">
        <Select
          label={texts.projects.person}
          data={project.members.map(({ userId: value, user }) => ({ value, label: user?.displayName ?? value }))}
          value={userId}
          limit={mostOffered}
          searchable
          allowDeselect={false}
          onChange={(value) => value && setUser(value)}
        />
        <Select
          label={words.action}
          data={Object.entries(words.actions).map(([value, label]) => ({ value, label }))}
          value={action}
          allowDeselect={false}
          onChange={(value) => value && setAction(value)}
        />
        <Select
          label={words.what}
          data={[
            { value: `project ${project.id}`, label: words.project },
            ...personas.map((one) => ({ value: `persona ${one.id}`, label: words.persona(one.name) })),
          ]}
          value={target}
          limit={mostOffered}
          searchable
          allowDeselect={false}
          onChange={(value) => value && setTarget(value)}
        />
      </Group>
      {error && <ErrorNote error={error} />}
      {answer && (
        <Alert color={answer.allowed ? 'teal' : 'orange'} title={answer.allowed ? words.yes : words.no} role="status">
          {answer.reasons.length > 0 && (
            <List size="sm">
              {answer.reasons.map((reason) => (
                <List.Item key={reason}>{reason}</List.Item>
              ))}
            </List>
          )}
          {!answer.allowed && words.noReason(answer.role)}
        </Alert>
      )}
    </Stack>
  )
}
