import { PersonaNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** The names of all personas that the person may read, to choose from. */
export function usePersonaNames() {
  return useAll(PersonaNamesDocument, {}, ({ personas }) => personas)
}

/** As a field takes what can be chosen. */
export const optionsOf = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }))
