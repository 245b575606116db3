import { Select, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { LinkObjectsDocument, LinkTypesDocument, type LinkType, type LinkTypesQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { mostOffered } from '../lib/pages.js'
import { optionsOf, usePersonaNames } from '../personas/names.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'

const words = texts.link

/** Chooses what a box stands for: a type of a persona, or an object of the world. */
export function LinkPicker({ link, onChange }: { link: Link | undefined; onChange: (link: Link) => void }) {
  const [kind, setKind] = useState<'type' | 'object'>(link?.type ?? 'type')
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={words.kind}
        value={kind}
        onChange={(value) => setKind(value as 'type' | 'object')}
        data={[
          { value: 'type', label: words.type },
          { value: 'object', label: words.object },
        ]}
      />
      {kind === 'type' ? <Types link={link} onChange={onChange} /> : <Objects link={link} onChange={onChange} />}
    </Stack>
  )
}

interface Props {
  link: Link | undefined
  onChange: (link: Link) => void
}

type OntologyTypes = NonNullable<NonNullable<LinkTypesQuery['persona']>['ontology']>['types']

/** In the order in which the server searches them for a key. */
const kinds = ['ENTITY', 'EVENT', 'ROLE', 'RELATION'] as const

/**
 * The options of the select, grouped by kind. Two kinds may have a type with the same key; a box that names this key
 * means the type whose kind comes first, so only that one is offered.
 */
function groupsOf(types: OntologyTypes) {
  const taken = new Set<string>()
  return kinds.flatMap((kind) => {
    const items = types.filter((one) => one.kind === kind && !taken.has(one.key))
    for (const { key } of items) taken.add(key)
    if (!items.length) return []
    return [{ group: words.kinds[kind], items: items.map(({ key, name }) => ({ value: key, label: name! })) }]
  })
}

function Types({ link, onChange }: Props) {
  const [chosen, choose] = useState(link?.personaId ?? null)
  const { nodes: personas } = usePersonaNames()
  const personaId = chosen ?? personas[0]?.id ?? null
  const { data } = useGraph(LinkTypesDocument, { personaId: personaId ?? '' }, { enabled: personaId !== null })
  const types = data?.persona?.ontology?.types ?? []
  return (
    <>
      <Select
        label={words.persona}
        placeholder={words.choose}
        data={optionsOf(personas)}
        limit={mostOffered}
        value={personaId}
        onChange={choose}
        searchable
        nothingFoundMessage={words.noPersona}
      />
      <Select
        label={words.typeOf}
        placeholder={words.choose}
        data={groupsOf(types)}
        value={link?.type === 'type' && link.personaId === personaId ? link.label : null}
        onChange={(label) => label !== null && personaId !== null && onChange({ type: 'type', label, personaId })}
        searchable
        nothingFoundMessage={words.noType}
      />
    </>
  )
}

function Objects({ link, onChange }: Props) {
  const { data } = useGraph(LinkObjectsDocument, {})
  const world = data?.world
  const groups: [LinkType, { key: string; name?: string | null }[]][] = [
    ['ENTITY', world?.entities ?? []],
    ['EVENT', world?.events ?? []],
    ['TIME', world?.times ?? []],
    ['ENTITY_COLLECTION', world?.entityCollections ?? []],
    ['EVENT_COLLECTION', world?.eventCollections ?? []],
    ['TIME_COLLECTION', world?.timeCollections ?? []],
  ]
  return (
    <Select
      label={words.objectOf}
      placeholder={words.choose}
      data={groups.flatMap(([linkType, objects]) =>
        objects.length
          ? [
              {
                group: words.objects[linkType],
                items: objects.map(({ key, name }) => ({ value: `${linkType} ${key}`, label: name ?? key })),
              },
            ]
          : [],
      )}
      value={link?.type === 'object' ? `${link.linkType} ${link.label}` : null}
      onChange={(value) => {
        const [, linkType, label = ''] = /^(\S+) (.*)$/.exec(value ?? '') ?? []
        if (linkType) onChange({ type: 'object', label, linkType: linkType as LinkType })
      }}
      searchable
      nothingFoundMessage={words.noObject}
    />
  )
}
