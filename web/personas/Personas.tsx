import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataTable, PagedTable, type Column } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { Page } from '../app/Page.js'
import { at, paths } from '../app/paths.js'
import { SearchField } from '../app/SearchField.js'
import { Section } from '../app/Section.js'
import { PersonasDocument, SharedPersonasDocument, type PersonasQuery } from '../generated/graphql.js'
import { useAll, usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import { MakePersona } from './MakePersona.js'

const words = texts.personas

/** All personas that the user may use, and those that other users share with the user. */
export function Personas() {
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, 250)
  const [isMaking, setMaking] = useState(false)
  const personas = usePages(PersonasDocument, { search: term || null }, (all) => all.personas)
  const make = () => setMaking(true)
  const isBare = !term && personas.nodes?.length === 0
  return (
    <Page title={words.title} side={!isBare && <Button onClick={make}>{words.make}</Button>}>
      {!isBare && <SearchField label={words.search} value={search} onChange={setSearch} />}
      <PagedTable
        label={words.title}
        list={personas}
        keyOf={({ id }) => id}
        empty={
          <Empty
            says={term ? texts.team.noPersonaMatches : texts.team.noPersonasYet}
            step={isBare ? { label: words.make, onClick: make } : undefined}
          />
        }
        columns={columns}
      />
      <SharedPersonas search={term} />
      {isMaking && <MakePersona onClose={() => setMaking(false)} />}
    </Page>
  )
}

type Row = Pick<PersonasQuery['personas']['nodes'][number], 'id' | 'name' | 'role' | 'informationNeed' | 'project'>

const columns: readonly Column<Row & { sharedBy?: string }>[] = [
  [
    words.name,
    ({ id, name, sharedBy }) => (
      <Group gap="xs">
        <Anchor component={Link} inherit href={at(paths.persona, { personaId: id })}>
          {name}
        </Anchor>
        {sharedBy !== undefined && (
          <Badge variant="light" tt="none">
            {texts.received.sharedBy(sharedBy)}
          </Badge>
        )}
      </Group>
    ),
  ],
  [words.role, ({ role }) => role],
  [words.need, ({ informationNeed }) => informationNeed],
  [words.project, ({ project }) => project?.name],
]

/** The personas that other users share with the user, each marked with who shares it. */
function SharedPersonas({ search }: { search: string }) {
  const { nodes } = useAll(SharedPersonasDocument, {}, ({ sharesReceived }) => sharesReceived)
  const byId = new Map<string, Row & { sharedBy: string }>()
  for (const { resource, creator } of nodes)
    if (resource && 'informationNeed' in resource && resource.name.toLowerCase().includes(search.toLowerCase()))
      byId.set(resource.id, { ...(resource as Row), sharedBy: creator?.displayName ?? '' })
  if (!byId.size) return null
  return (
    <Section title={texts.received.title}>
      <DataTable label={texts.received.title} rows={[...byId.values()]} keyOf={({ id }) => id} columns={columns} />
    </Section>
  )
}
