import {
  DeleteTypeCorrespondenceDocument,
  SaveTypeCorrespondenceDocument,
  SuggestedCorrespondencesDocument,
  TypeCorrespondencesDocument,
  TypeNamesDocument,
  type TypeNamesQuery,
  type TypeRelation,
} from '../generated/graphql.js'
import { useAct, useGraph } from '../lib/graph.js'
import { useAll } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'

/** How a type of a persona relates to a type of another one: each by its key and its name. */
export interface Related {
  own: { key: string; name: string }
  other: { key: string; name: string }
  relation: TypeRelation
}

/** What a user has stated. */
export interface Stated extends Related {
  id: string
}

/** What the server suggests, and why. */
export interface Suggested extends Related {
  reason: 'KB_ID' | 'MEANING' | 'NAME' | 'PARENT' | 'SYNONYM'
}

const turned: Partial<Record<TypeRelation, TypeRelation>> = { BROADER: 'NARROWER', NARROWER: 'BROADER' }

/** Returns the types of a persona that annotations can show, with ids that several kinds have only once. */
function typesOf(data: TypeNamesQuery | undefined): { key: string; name: string }[] {
  const { entityTypes = [], eventTypes = [], roleTypes = [] } = data?.persona?.ontology ?? {}
  const types = [...entityTypes, ...eventTypes, ...roleTypes].flatMap((type) => type ?? [])
  return [...new Map(types.map(({ key, name }) => [key, { key, name }])).values()]
}

/** Returns how the types of a persona relate to those of another one, and what states and takes back a relation. */
export function useCorrespondences(personaId: string, otherPersonaId: string) {
  const variables = { id: personaId, otherPersonaId }
  const own = typesOf(useGraph(TypeNamesDocument, { id: personaId }).data)
  const other = typesOf(useGraph(TypeNamesDocument, { id: otherPersonaId }).data)
  const stored = useAll(TypeCorrespondencesDocument, variables, ({ persona }) => persona?.typeCorrespondences ?? empty)
  const suggested = useGraph(SuggestedCorrespondencesDocument, variables)
  const again = { onSuccess: () => readAgain(TypeCorrespondencesDocument, SuggestedCorrespondencesDocument) }
  const save = useAct(SaveTypeCorrespondenceDocument, again)
  const remove = useAct(DeleteTypeCorrespondenceDocument, again)
  const named = (types: typeof own, key: string) => types.find((type) => type.key === key) ?? { key, name: key }
  const stated = stored.nodes.map(({ id, relation, firstPersonaId, firstTypeId, secondTypeId }): Stated => {
    const isTurned = firstPersonaId !== personaId
    const [ownKey, otherKey] = isTurned ? [secondTypeId, firstTypeId] : [firstTypeId, secondTypeId]
    const seen = isTurned ? (turned[relation] ?? relation) : relation
    return { id, relation: seen, own: named(own, ownKey), other: named(other, otherKey) }
  })
  const offered = suggested.data?.persona?.typeCorrespondenceSuggestions.suggestions ?? []
  return {
    own,
    other,
    stated,
    isWhole: stored.isWhole,
    suggested: offered.map(({ firstTypeId, firstName, secondTypeId, secondName, relation, reason }): Suggested => ({
      own: { key: firstTypeId, name: firstName },
      other: { key: secondTypeId, name: secondName },
      relation,
      reason,
    })),
    error: stored.error ?? suggested.error,
    isBusy: save.isPending || remove.isPending,
    state: (ownKey: string, otherKey: string, relation: TypeRelation) =>
      save.mutate({
        input: {
          ...{ firstPersonaId: personaId, firstTypeId: ownKey },
          ...{ secondPersonaId: otherPersonaId, secondTypeId: otherKey, relation },
        },
      }),
    takeBack: (id: string) => remove.mutate({ input: { id } }),
  }
}

const empty = { nodes: [], pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 0 }
