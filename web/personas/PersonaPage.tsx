import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { ActsMenu } from '../app/ActsMenu.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Labelled } from '../app/Labelled.js'
import { Loading, Page } from '../app/Page.js'
import { HistoryDialog } from '../changes/HistoryDialog.js'
import {
  DeleteTypeDocument,
  TypeDeletionDocument,
  PersonaTypesDocument,
  UpdateOntologyDocument,
  type PersonaTypesQuery,
} from '../generated/graphql.js'
import type { Document } from '../lib/documents.js'
import { graph, keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { CopiedFrom } from '../sharing/CopiedFrom.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { AddTypes } from './AddTypes.js'
import { Correspondences } from './Correspondences.js'
import { readTargetsAgain, useTargets } from './targets.js'
import { PersonaEditor } from './PersonaEditor.js'
import { kindsOfLists, listInput, listsOf, thingsOf } from './persona-types.js'
import { PersonaPlace } from './PersonaPlace.js'
import { SuggestTypes } from './SuggestTypes.js'
import { Things } from './Things.js'
import { usePersonaDeletion } from './use-persona-deletion.js'

const words = texts.personas

/** A persona and its ontology, both editable. */
export function PersonaPage() {
  const { personaId = '' } = useParams()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useGraph(PersonaTypesDocument, { id: personaId })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { persona } = data
  if (!persona) return <ErrorNote error={new Error(words.gone)} />
  const canChange = persona.viewerCan.update
  return (
    <Page
      title={persona.name}
      side={
        <Group gap="xs" wrap="nowrap">
          {canChange && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          )}
          <PersonaActs persona={persona} />
        </Group>
      }
    >
      <Group gap="xs" align="start" style={{ columnGap: 'var(--mantine-spacing-xl)' }}>
        <Labelled label={words.role}>{persona.role}</Labelled>
        <Labelled label={words.need}>{persona.informationNeed}</Labelled>
        <PersonaPlace persona={persona} onMoved={() => void refetch()} />
      </Group>
      <CopiedFrom source={persona.forkedFrom} kind="PERSONA" />
      <Types data={data} persona={persona} />
      <Correspondences personaId={persona.id} canChange={canChange} />
      {isEditing && (
        <PersonaEditor
          persona={persona}
          fresh={async () => {
            const { persona: now } = await readAgain(personaId)
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

/** The rarer acts on a persona, and the dialogs that they open. */
function PersonaActs({ persona }: { persona: NonNullable<PersonaTypesQuery['persona']> }) {
  const { id, name, viewerCan } = persona
  const [dialog, open] = useState<'history' | 'share'>()
  const close = () => open(undefined)
  const deletion = usePersonaDeletion(persona)
  return (
    <>
      <ActsMenu
        label={texts.states.moreActs(name)}
        loading={deletion.isBusy}
        acts={[
          viewerCan.share && { label: texts.sharing.share, onClick: () => open('share') },
          { label: texts.history.open, onClick: () => open('history') },
          viewerCan.delete && { label: words.delete, onClick: deletion.ask, removes: true },
        ]}
      />
      {dialog === 'history' && (
        <HistoryDialog what={{ kind: 'PERSONA', id, name, canChange: viewerCan.update }} onClose={close} />
      )}
      {dialog === 'share' && <ShareDialog what={{ type: 'PERSONA', id, name }} onClose={close} />}
      {deletion.question}
    </>
  )
}

/** Reads a persona with its types again. */
async function readAgain(personaId: string): Promise<PersonaTypesQuery> {
  const now = await graph(PersonaTypesDocument, { id: personaId })
  queryClient.setQueryData(keyOf(PersonaTypesDocument, { id: personaId }), now)
  return now
}

interface TypesProps {
  data: PersonaTypesQuery
  persona: NonNullable<PersonaTypesQuery['persona']>
}

/** The types of a persona, in lists by kind. */
function Types({ data, persona: { id: personaId, informationNeed, project, viewerCan } }: TypesProps) {
  const targets = useTargets(project?.id)
  const things = thingsOf(data)
  const lists = listsOf(data)
  async function fresh() {
    const now = await readAgain(personaId)
    readTargetsAgain()
    return thingsOf(now)
  }
  const write = (list: string, documents: Document[], ifVersion: number) =>
    graph(UpdateOntologyDocument, { input: { personaId, ...listInput(list, documents, ifVersion) } })
  const kindOf = (list: string) => kindsOfLists[list] ?? 'ENTITY'
  return (
    <Things
      draftKey={`persona ${personaId}`}
      things={things}
      lists={lists}
      makes={words.makes}
      targets={targets}
      canChange={viewerCan.update}
      besideAdd={(list) => (
        <>
          <AddTypes {...{ personaId, list, things, lists, fresh, write }} />
          <SuggestTypes
            personaId={personaId}
            kind={kindOf(list)}
            informationNeed={informationNeed}
            types={things.lists[list] ?? []}
            onAdded={fresh}
          />
        </>
      )}
      fresh={fresh}
      write={write}
      goesWith={async (list, key) => {
        const type = { personaId, kind: kindOf(list), key }
        return texts.team.typeGoesWith((await graph(TypeDeletionDocument, type)).typeDeletionPreview)
      }}
      inTrash={(list, part) => ({ kind: `${kindOf(list)}_TYPE` as const, id: personaId, part })}
      remove={(list, key) => graph(DeleteTypeDocument, { input: { personaId, kind: kindOf(list), key } })}
    />
  )
}
