import { FormDialog } from '../app/FormDialog.js'
import {
  PersonasDocument,
  PersonaTypesDocument,
  SaveTypeDocument,
  type OntologyTypeKind,
} from '../generated/graphql.js'
import { randomId } from '../lib/id.js'
import { useAct } from '../lib/graph.js'
import { useAll } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { readTargetsAgain } from './targets.js'
import { optionsOf } from '../app/names.js'

interface Props {
  kind: OntologyTypeKind
  onClose: () => void
  /** Receives the value of the new type among the options of a part: its persona and its key. */
  onMade: (value: string) => void
}

/** A dialog that adds a type to one of the personas that the user may change, used where a type is to be chosen. */
export function MakeType({ kind, onClose, onMade }: Props) {
  const words = texts.team.types
  const { nodes, isWhole } = useAll(PersonasDocument, {}, ({ personas }) => personas)
  const save = useAct(SaveTypeDocument, {
    onSuccess({ saveOntologyType: { type } }) {
      readTargetsAgain()
      readAgain(PersonaTypesDocument)
      onMade(`${type.personaId} ${type.key}`)
      onClose()
    },
  })
  const personas = nodes.filter(({ viewerCan }) => viewerCan.update)
  if (!isWhole) return null
  return (
    <FormDialog
      title={words.make}
      act={save}
      onClose={onClose}
      fields={[
        { name: 'name', label: texts.things.name },
        { name: 'personaId', label: words.persona, options: optionsOf(personas) },
      ]}
      onSubmit={({ name = '', personaId = '' }) =>
        save.mutate({ input: { personaId, kind, type: { key: randomId(), name, gloss: [] } } })
      }
    />
  )
}
