import { Anchor, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PagedTable } from '../app/DataTable.js'
import { FormDialog } from '../app/FormDialog.js'
import { Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { CreatePersonaDocument, PersonaNamesDocument, PersonasDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** All personas that the user may read. */
export function Personas() {
  const words = texts.personas
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const [isMaking, setMaking] = useState(false)
  const personas = usePages(PersonasDocument, { search: asked || null }, (all) => all.personas)
  const create = useAct(CreatePersonaDocument, {
    onSuccess({ createPersona: { id } }) {
      readAgain(PersonasDocument, PersonaNamesDocument)
      go(at(paths.persona, { personaId: id }))
    },
  })
  return (
    <Page title={words.title} side={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      <TextInput label={words.search} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
      <PagedTable
        label={words.title}
        list={personas}
        keyOf={({ id }) => id}
        columns={[
          [
            words.name,
            ({ id, name }) => (
              <Anchor component={Link} inherit href={at(paths.persona, { personaId: id })}>
                {name}
              </Anchor>
            ),
          ],
          [words.role, ({ role }) => role],
          [words.need, ({ informationNeed }) => informationNeed],
          [words.project, ({ project }) => project?.name],
        ]}
      />
      {isMaking && (
        <FormDialog
          title={words.make}
          busy={create.isPending}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'name', label: words.name },
            { name: 'role', label: words.role },
            { name: 'informationNeed', label: words.need },
          ]}
          onSubmit={({ name = '', role = '', informationNeed = '' }) =>
            create.mutate({ input: { name, role, informationNeed } })
          }
        />
      )}
    </Page>
  )
}
