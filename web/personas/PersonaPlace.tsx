import { Anchor, Group, Select, Text } from '@mantine/core'
import { Link } from 'wouter'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import {
  PersonaNamesDocument,
  PersonasDocument,
  ProjectPersonasDocument,
  ProjectTeamDocument,
  UpdatePersonaDocument,
  type PersonaTypesQuery,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { optionsOf, useProjectNames } from '../app/names.js'

/** The option that puts a persona into no project; selects have no empty values. */
const none = 'none'

interface Props {
  persona: NonNullable<PersonaTypesQuery['persona']>
  onMoved: () => void
}

/** The owner and the project of a persona; its owner can move it into another project or out of all. */
export function PersonaPlace({ persona, onMoved }: Props) {
  const { id, version, owner, project, projectId, viewerCan } = persona
  const viewer = useViewer()
  const { nodes: projects } = useProjectNames()
  const move = useAct(UpdatePersonaDocument, {
    onSuccess() {
      readAgain(PersonasDocument, PersonaNamesDocument, ProjectPersonasDocument, ProjectTeamDocument)
      onMoved()
    },
  })
  const isOwn = owner?.id === viewer.id
  if (!isOwn || !viewerCan.update || !projects.length)
    return (
      <Group gap="md">
        {owner && !isOwn && (
          <Text size="sm" c="dimmed">
            {texts.team.ownedBy(owner.displayName)}
          </Text>
        )}
        {project && (
          <Anchor component={Link} size="sm" href={at(paths.project, { projectId: project.id })}>
            {texts.team.inProject(project.name)}
          </Anchor>
        )}
      </Group>
    )
  const options = optionsOf(projects)
  // An archived project is missing from the options, so it is added.
  const here = project && !projects.some((one) => one.id === project.id) ? optionsOf([project]) : []
  return (
    <Select
      label={texts.personas.project}
      data={[{ value: none, label: texts.team.noProject }, ...options, ...here]}
      value={projectId ?? none}
      allowDeselect={false}
      searchable
      maw={360}
      onChange={(next) =>
        next &&
        next !== (projectId ?? none) &&
        move.mutate({ input: { id, projectId: next === none ? null : next, ifVersion: version } })
      }
    />
  )
}
