import { useLocation } from 'wouter'
import { FormDialog } from '../app/FormDialog.js'
import { at, paths } from '../app/paths.js'
import {
  CreatePersonaDocument,
  PersonaNamesDocument,
  PersonasDocument,
  ProjectPersonasDocument,
  ProjectTeamDocument,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { optionsOf, useProjectNames } from '../app/names.js'

/** The option that puts a persona into no project; selects have no empty values. */
const none = 'none'
const noText = { name: '', role: '', informationNeed: '' }

interface Props {
  projectId?: string
  /** What the fields begin with. */
  initial?: typeof noText
  /** Receives the id of the persona; without it, the page of the persona is opened. */
  onMade?: (personaId: string) => void
  onClose: () => void
}

/** A dialog that creates a persona, in a project or outside of all. */
export function MakePersona({ projectId = none, initial = noText, onMade, onClose }: Props) {
  const words = texts.personas
  const [, go] = useLocation()
  const { nodes: projects, isWhole } = useProjectNames()
  const create = useAct(CreatePersonaDocument, {
    onSuccess({
      createPersona: {
        persona: { id },
      },
    }) {
      readAgain(PersonasDocument, PersonaNamesDocument, ProjectPersonasDocument, ProjectTeamDocument)
      if (onMade) onMade(id)
      else go(at(paths.persona, { personaId: id }))
    },
  })
  if (!isWhole) return null
  return (
    <FormDialog
      title={words.make}
      act={create}
      onClose={onClose}
      fields={[
        { name: 'name', label: words.name, initial: initial.name },
        { name: 'role', label: words.role, initial: initial.role },
        { name: 'informationNeed', label: words.need, initial: initial.informationNeed },
        {
          name: 'projectId',
          label: words.project,
          options: [{ value: none, label: texts.team.noProject }, ...optionsOf(projects)],
          initial: projectId,
        },
      ]}
      onSubmit={({ name = '', role = '', informationNeed = '', projectId: chosen = none }) =>
        create.mutate({ input: { name, role, informationNeed, ...(chosen !== none && { projectId: chosen }) } })
      }
    />
  )
}
