import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { ErrorNote } from '../app/ErrorNote.js'
import { FormDialog } from '../app/FormDialog.js'
import { Loading, Page } from '../app/Page.js'
import {
  DeleteTypeDocument,
  PersonaTypesDocument,
  UpdateOntologyDocument,
  UpdatePersonaDocument,
  type OntologyTypeKind,
  type PersonaTypesQuery,
} from '../generated/graphql.js'
import { graph, keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { forgetKnown, useKnown } from './known.js'
import type { Things as Documents } from './thing.js'
import { Things } from './Things.js'

const words = texts.personas
const member = { name: 'name', gloss: 'gloss' }
const lists = {
  entities: { label: words.entities, ...member },
  events: { label: words.events, ...member },
  roles: { label: words.roles, ...member },
  relationTypes: { label: words.relationTypes, ...member },
}
const kinds: Record<string, OntologyTypeKind> = {
  entities: 'ENTITY',
  events: 'EVENT',
  roles: 'ROLE',
  relationTypes: 'RELATION',
}
const fields = {
  entities: 'entityTypes',
  events: 'eventTypes',
  roles: 'roleTypes',
  relationTypes: 'relationTypes',
} as const

function thingsOf({ persona }: PersonaTypesQuery): Documents {
  const ontology = persona?.ontology
  const of = (list: keyof typeof lists) =>
    (ontology?.[fields[list]] ?? []).map(({ key, name, body, gloss }) => ({
      ...{ key, name, gloss, body: body as Record<string, unknown> },
    }))
  return {
    version: ontology?.version ?? 0,
    lists: { entities: of('entities'), events: of('events'), roles: of('roles'), relationTypes: of('relationTypes') },
  }
}

/** A persona and the types by which it sees. */
export function PersonaPage() {
  const { personaId = '' } = useParams()
  // What others change while the form is open is no part of what was seen.
  const [seen, setSeen] = useState<NonNullable<PersonaTypesQuery['persona']>>()
  const { data, error, refetch } = useGraph(PersonaTypesDocument, { id: personaId })
  const known = useKnown()
  const update = useAct(UpdatePersonaDocument, {
    onSuccess() {
      setSeen(undefined)
      void refetch()
    },
  })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { persona } = data
  if (!persona) return <ErrorNote error={new Error(words.gone)} />
  const canChange = persona.viewerCan.update
  return (
    <Page
      title={persona.name}
      side={
        <Group gap="sm">
          {persona.viewerCan.share && <ShareButton what={{ type: 'PERSONA', id: persona.id, name: persona.name }} />}
          {canChange && (
            <Button variant="default" onClick={() => setSeen(persona)}>
              {words.edit}
            </Button>
          )}
        </Group>
      }
    >
      <Text>{`${persona.role}: ${persona.informationNeed}`}</Text>
      <Things
        draftKey={`persona ${personaId}`}
        things={thingsOf(data)}
        lists={lists}
        known={known}
        canChange={canChange}
        fresh={async () => {
          const now = await graph(PersonaTypesDocument, { id: personaId })
          queryClient.setQueryData(keyOf(PersonaTypesDocument, { id: personaId }), now)
          forgetKnown()
          return thingsOf(now)
        }}
        write={(list, bodies, ifVersion) =>
          graph(UpdateOntologyDocument, { input: { personaId, [list]: bodies, ...(ifVersion && { ifVersion }) } })
        }
        remove={(list, key) => graph(DeleteTypeDocument, { input: { personaId, kind: kinds[list] ?? 'ENTITY', key } })}
      />
      {seen && (
        <FormDialog
          title={words.edit}
          busy={update.isPending}
          onClose={() => setSeen(undefined)}
          fields={[
            { name: 'name', label: words.name, initial: seen.name },
            { name: 'role', label: words.role, initial: seen.role },
            { name: 'informationNeed', label: words.need, initial: seen.informationNeed },
          ]}
          onSubmit={({ name = '', role = '', informationNeed = '' }) =>
            update.mutate({ input: { id: seen.id, ifVersion: seen.version, name, role, informationNeed } })
          }
        />
      )}
    </Page>
  )
}
