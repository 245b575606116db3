import { PersonaNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** The names of all personas that the user may read, as options of a field. */
export function usePersonaNames() {
  return useAll(PersonaNamesDocument, {}, ({ personas }) => personas)
}

/** Named things as the options of a select. */
export const optionsOf = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }))
