import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading, Page } from '../app/Page.js'
import { HistoryButton } from '../changes/HistoryDialog.js'
import {
  DeleteTypeDocument,
  TypeDeletionDocument,
  PersonaTypesDocument,
  UpdateOntologyDocument,
  type OntologyTypeKind,
  type PersonaTypesQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { inputOf, type Document } from '../lib/documents.js'
import { graph, keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { DeletePersona } from './DeletePersona.js'
import { readTargetsAgain, useTargets } from './targets.js'
import { keysIn, kindsIn } from './parts.js'
import { PersonaEditor } from './PersonaEditor.js'
import type { Things as Documents } from './thing.js'
import { PersonaPlace } from './PersonaPlace.js'
import { SuggestTypes } from './SuggestTypes.js'
import { Things } from './Things.js'
import { typeLists } from './type-lists.js'

const words = texts.personas
const member = { name: 'name', gloss: 'gloss' } as const
const joined = choicesOf(words.joined)

/**
 * Returns the lists of types; event types refer to roles of the persona, relation types to the kinds that they connect.
 */
function listsOf({ persona }: PersonaTypesQuery) {
  const roles = (persona?.ontology?.roleTypes ?? []).map(({ key, name }) => ({ value: key, label: name! }))
  const rolesOf = keysIn(words.rolesOf, 'roleIds', ['roles'], ['roleTypeId', 'typeId', 'id'], roles)
  const ends = { source: kindsIn(words.source, 'source', joined), target: kindsIn(words.target, 'target', joined) }
  return {
    entities: { label: words.entities, ...member },
    events: { label: words.events, ...member, parts: { roles: rolesOf } },
    roles: { label: words.roles, ...member },
    relationTypes: { label: words.relationTypes, ...member, parts: ends },
  }
}

/** The kind of the types in a list. */
const kinds = Object.fromEntries(
  Object.entries(typeLists).map(([kind, list]) => [list, kind as OntologyTypeKind]),
) as Record<string, OntologyTypeKind>
const fields = {
  entities: 'entityTypes',
  events: 'eventTypes',
  roles: 'roleTypes',
  relationTypes: 'relationTypes',
} as const

/** Returns the list of documents as an input. */
const listInput = (list: string, documents: Document[], ifVersion: number) => ({
  [fields[list as keyof typeof fields]]: documents,
  ...(ifVersion && { ifVersion }),
})

function thingsOf({ persona }: PersonaTypesQuery): Documents {
  const ontology = persona?.ontology
  const of = (list: keyof typeof fields) =>
    (ontology?.[fields[list]] ?? []).map((type) => ({
      ...{ key: type.key, name: type.name!, gloss: type.gloss, document: inputOf<Document>(type) },
    }))
  return {
    version: ontology?.version ?? 0,
    lists: { entities: of('entities'), events: of('events'), roles: of('roles'), relationTypes: of('relationTypes') },
  }
}

/** A persona and its ontology, both editable. */
export function PersonaPage() {
  const { personaId = '' } = useParams()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useGraph(PersonaTypesDocument, { id: personaId })
  const targets = useTargets(data?.persona?.project?.id)
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { persona } = data
  if (!persona) return <ErrorNote error={new Error(words.gone)} />
  const canChange = persona.viewerCan.update
  async function fresh() {
    const now = await graph(PersonaTypesDocument, { id: personaId })
    queryClient.setQueryData(keyOf(PersonaTypesDocument, { id: personaId }), now)
    return now
  }
  async function freshTypes() {
    const now = await fresh()
    readTargetsAgain()
    return thingsOf(now)
  }
  const things = thingsOf(data)
  return (
    <Page
      title={persona.name}
      side={
        <Group gap="sm" maw="100%">
          <HistoryButton what={{ kind: 'PERSONA', id: persona.id, name: persona.name, canChange }} />
          {persona.viewerCan.share && <ShareButton what={{ type: 'PERSONA', id: persona.id, name: persona.name }} />}
          {canChange && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          )}
          {persona.viewerCan.delete && <DeletePersona persona={persona} />}
        </Group>
      }
    >
      <Text>{`${persona.role}: ${persona.informationNeed}`}</Text>
      <PersonaPlace persona={persona} onMoved={() => void refetch()} />
      <Things
        draftKey={`persona ${personaId}`}
        things={things}
        lists={listsOf(data)}
        makes={words.makes}
        targets={targets}
        canChange={canChange}
        besideAdd={(list) => (
          <SuggestTypes
            personaId={personaId}
            kind={kinds[list] ?? 'ENTITY'}
            informationNeed={persona.informationNeed}
            types={things.lists[list] ?? []}
            onAdded={freshTypes}
          />
        )}
        fresh={freshTypes}
        write={(list, documents, ifVersion) =>
          graph(UpdateOntologyDocument, { input: { personaId, ...listInput(list, documents, ifVersion) } })
        }
        goesWith={async (list, key) => {
          const type = { personaId, kind: kinds[list] ?? 'ENTITY', key }
          return texts.team.typeGoesWith((await graph(TypeDeletionDocument, type)).typeDeletionPreview)
        }}
        inTrash={(list, part) => ({ kind: `${kinds[list] ?? 'ENTITY'}_TYPE` as const, id: personaId, part })}
        remove={(list, key) => graph(DeleteTypeDocument, { input: { personaId, kind: kinds[list] ?? 'ENTITY', key } })}
      />
      {isEditing && (
        <PersonaEditor
          persona={persona}
          fresh={async () => {
            const { persona: now } = await fresh()
            if (!now) throw new Error(words.gone)
            return now
          }}
          onClose={() => setEditing(false)}
          onSaved={() => void refetch()}
        />
      )}
    </Page>
  )
}
