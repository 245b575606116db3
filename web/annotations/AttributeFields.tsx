import { Checkbox, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { WholeTrackDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import { attributesAt } from './joins.js'
import { useLinkTypes, type LinkableType } from './link-types.js'
import type { TrackEntry } from './track-index.js'
import { boxOf, type Track } from './track.js'
import { documentOf } from './sequence-document.js'

interface Props {
  player: Player
  editor: Editor
  track: Track
  entry: TrackEntry
  disabled: boolean
}

/**
 * The attributes that the type of a track has in the ontology, on the current frame. They are stored with the keyframe,
 * as texts by name, and hold up to the next keyframe that has any.
 */
export function AttributeFields(props: Props) {
  const { personaId, label } = props.entry
  const { types } = useLinkTypes(personaId)
  const attributes = types.find(({ key }) => key === label)?.attributes?.filter(({ name }) => name) ?? []
  return attributes?.length ? <Fields key={props.track.id} {...props} attributes={attributes} /> : null
}

function Fields({
  player,
  editor,
  track,
  disabled,
  attributes,
}: Props & { attributes: NonNullable<LinkableType['attributes']> }) {
  const frame = useFrame(player)
  const { data } = useGraph(WholeTrackDocument, { id: track.id }, { staleTime: 0, enabled: track.version > 0 })
  const frames = data?.annotation ? documentOf(data.annotation.frames) : undefined
  const current = frames ? attributesAt(frames, frame) : {}
  const isOff = disabled || !frames || !boxOf(track, frame)
  const set = (name: string, value: string | null) => void editor.setAttributes(track.id, frame, { [name]: value })
  return (
    <Stack gap={6} role="group" aria-label={texts.watch.attributes}>
      <Text size="sm" fw={600}>
        {texts.watch.attributes}
      </Text>
      {attributes.map(({ name, type, required, defaultValue }) => {
        const value = current[name!] ?? (defaultValue == null ? '' : String(defaultValue))
        const shared = { label: name!, size: 'xs', disabled: isOff, required: required === true } as const
        if (type === 'BOOLEAN')
          return (
            <Checkbox
              key={name}
              {...shared}
              checked={value === 'true'}
              onChange={({ currentTarget }) => set(name!, String(currentTarget.checked))}
            />
          )
        return (
          <Field key={`${name} ${value}`} {...{ shared, type, value }} onSet={(text) => set(name!, text || null)} />
        )
      })}
    </Stack>
  )
}

interface FieldProps {
  shared: { label: string; size: 'xs'; disabled: boolean; required: boolean }
  type: string | null | undefined
  value: string
  onSet: (text: string) => void
}

/** A text, number or date; it is stored when the field is left or Enter is pressed. */
function Field({ shared, type, value, onSet }: FieldProps) {
  const [typed, setTyped] = useState(value)
  const save = () => {
    if (typed !== value) onSet(typed)
  }
  const keys = { onBlur: save, onKeyDown: ({ key }: { key: string }) => key === 'Enter' && save() }
  if (type === 'NUMBER')
    return <NumberInput {...shared} {...keys} hideControls value={typed} onChange={(now) => setTyped(String(now))} />
  return (
    <TextInput
      {...shared}
      {...keys}
      type={type === 'DATE' ? 'date' : 'text'}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
