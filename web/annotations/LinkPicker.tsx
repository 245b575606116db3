import { Group, Kbd, Select, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AnnotationKind } from '../generated/graphql.js'
import { optionsOf } from '../app/names.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import { typeOptions, useLinkTypes } from './link-types.js'
import { WorldObject } from './WorldObject.js'

const words = texts.link

interface Props {
  link: Link | undefined
  /** Receives also the id of an object, if it is in a world of the user's own. */
  onChange: (link: Link, objectId?: string) => void
  /** The persona whose types are offered, if the caller keeps this choice. */
  persona?: string | null | undefined
  onPersona?: (personaId: string | null) => void
}

/** Chooses what a box is labelled with: a type of a persona, or an object of the world. */
export function LinkPicker(props: Props) {
  const { link, onChange, persona } = props
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
      {kind === 'TYPE' ? (
        <Types {...props} />
      ) : (
        <WorldObject link={link} onChange={onChange} persona={persona ?? link?.personaId} />
      )}
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
