import { Group, Kbd, Select, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AnnotationKind, LinkType } from '../generated/graphql.js'
import { optionsOf } from '../app/names.js'
import { listsOfObjects, useKnownObjects, type ListOfObjects } from '../personas/known-worlds.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import { typeOptions, useLinkTypes } from './link-types.js'

const words = texts.link

interface Props {
  link: Link | undefined
  onChange: (link: Link) => void
  /** The persona whose types are offered, if the caller keeps this choice. */
  persona?: string | null | undefined
  onPersona?: (personaId: string | null) => void
}

/** Chooses what a box is labelled with: a type of a persona, or an object of the world. */
export function LinkPicker(props: Props) {
  const { link } = props
  const [kind, setKind] = useState<AnnotationKind>(link?.type ?? 'TYPE')
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={words.kind}
        value={kind}
        onChange={(value) => setKind(value as AnnotationKind)}
        data={[
          { value: 'TYPE', label: words.type },
          { value: 'OBJECT', label: words.object },
        ]}
      />
      {kind === 'TYPE' ? <Types {...props} /> : <Objects {...props} />}
    </Stack>
  )
}

function Types({ link, onChange, persona, onPersona }: Props) {
  const [chosen, choose] = useState(persona ?? link?.personaId ?? null)
  const { personas, personaId, types } = useLinkTypes(onPersona ? persona : chosen)
  return (
    <>
      <Select
        label={words.persona}
        placeholder={words.choose}
        data={optionsOf(personas)}
        value={personaId}
        onChange={onPersona ?? choose}
        searchable
        nothingFoundMessage={words.noPersona}
      />
      <Select
        label={words.typeOf}
        placeholder={words.choose}
        data={typeOptions(types)}
        renderOption={({ option }) => {
          const digit = types.find(({ key }) => key === option.value)?.digit
          return (
            <Group gap="xs" justify="space-between" wrap="nowrap" flex={1}>
              <span>{option.label}</span>
              {digit !== undefined && (
                <Kbd size="xs" aria-hidden>
                  {digit}
                </Kbd>
              )}
            </Group>
          )
        }}
        value={link?.type === 'TYPE' && link.personaId === personaId ? link.label : null}
        onChange={(label) => label !== null && personaId !== null && onChange({ type: 'TYPE', label, personaId })}
        searchable
        data-autofocus
        nothingFoundMessage={words.noType}
      />
    </>
  )
}

const kindsOfLists: Record<ListOfObjects, LinkType> = {
  entities: 'ENTITY',
  events: 'EVENT',
  times: 'TIME',
  entityCollections: 'ENTITY_COLLECTION',
  eventCollections: 'EVENT_COLLECTION',
  timeCollections: 'TIME_COLLECTION',
}

/** Objects of the worlds of the persona's project and of the user's personal world. */
function Objects({ link, onChange, persona }: Props) {
  const { projectId } = useLinkTypes(persona ?? link?.personaId)
  const objects = useKnownObjects(projectId)
  const groups = listsOfObjects.flatMap((list) => {
    const all = objects.filter((one) => one.list === list)
    return all.length ? [{ linkType: kindsOfLists[list], all }] : []
  })
  return (
    <Select
      label={words.objectOf}
      placeholder={words.choose}
      data={groups.map(({ linkType, all }) => ({
        group: words.objects[linkType],
        items: all.map(({ key, name, owner }) => ({
          value: `${linkType} ${key}`,
          label: owner ? words.ofOwner(name, owner) : name,
        })),
      }))}
      value={link?.type === 'OBJECT' ? `${link.linkType} ${link.label}` : null}
      onChange={(value) => {
        const [, linkType, label = ''] = /^(\S+) (.*)$/.exec(value ?? '') ?? []
        if (linkType) onChange({ type: 'OBJECT', label, linkType: linkType as LinkType })
      }}
      searchable
      nothingFoundMessage={words.noObject}
    />
  )
}
