import { LinkTypesDocument, PersonaTypesDocument, SaveTypeDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { readAgain } from '../lib/query-client.js'
import { readTargetsAgain } from '../personas/targets.js'
import { useLinkTypes } from './link-types.js'

/** Returns the name that a new type for a detected class gets: the class, which begins with a capital letter. */
export const typeNameFor = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)

/**
 * Returns how to add an entity type for a detected class to a persona; `onMade` receives the class and the key of the
 * type. Undefined if the user may not change the persona.
 */
export function useNewType(personaId: string | null, onMade: (label: string, key: string) => void) {
  const { mayChange } = useLinkTypes(personaId)
  const { mutate } = useAct(SaveTypeDocument)
  if (personaId === null || !mayChange) return undefined
  return (label: string) => {
    const type = { key: randomId(), name: typeNameFor(label), gloss: [] }
    mutate(
      { input: { personaId, kind: 'ENTITY', type } },
      {
        onSuccess() {
          readAgain(LinkTypesDocument, PersonaTypesDocument)
          readTargetsAgain()
          onMade(label, type.key)
        },
      },
    )
  }
}
