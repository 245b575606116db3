import { Checkbox, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { WholeTrackDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import { attributesAt, isOccluded } from './joins.js'
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
 * The most keyframes of a track that is read as a whole only to show whether its box is occluded; it is read again
 * after every change.
 */
const mostRead = 500

/**
 * Whether the box is occluded, and the attributes that the type of a track has in the ontology, as texts by name. Those
 * of a frame are stored with its keyframe, and hold up to the next keyframe that has any; the others hold for the whole
 * track.
 */
export function AttributeFields(props: Props) {
  const { personaId, label } = props.entry
  const { types } = useLinkTypes(personaId)
  const attributes = types.find(({ key }) => key === label)?.attributes?.filter(({ name }) => name) ?? []
  const isRead = attributes.length > 0 || props.entry.keyframeCount <= mostRead
  return isRead ? <Fields key={props.track.id} {...props} attributes={attributes} /> : null
}

type Attribute = NonNullable<LinkableType['attributes']>[number]

function Fields({ player, editor, track, disabled, attributes }: Props & { attributes: readonly Attribute[] }) {
  const frame = useFrame(player)
  const { data } = useGraph(WholeTrackDocument, { id: track.id }, { staleTime: 0, enabled: track.version > 0 })
  const frames = data?.annotation ? documentOf(data.annotation.frames) : undefined
  const hasBox = boxOf(track, frame) !== null
  return (
    <Stack gap={6} role="group" aria-label={texts.watch.attributes}>
      <Text size="sm" fw={600}>
        {texts.watch.attributes}
      </Text>
      {attributes.map((attribute) => {
        const name = attribute.name!
        const isWhole = attribute.perFrame === false
        const stored = frames && attributesAt(frames, isWhole ? Infinity : frame)[name]
        const { defaultValue } = attribute
        const value = stored ?? (defaultValue == null ? '' : String(defaultValue))
        return (
          <Field
            key={name}
            attribute={attribute}
            value={value}
            disabled={disabled || !frames || !(isWhole || hasBox)}
            onSet={(text) => void editor.setAttributes(track.id, { frame, isWhole }, { [name]: text || null })}
          />
        )
      })}
      <Checkbox
        label={texts.watch.occluded}
        size="xs"
        disabled={disabled || !frames || !hasBox}
        checked={frames !== undefined && isOccluded(frames, frame)}
        onChange={() => void editor.toggleOccluded(track.id, frame)}
      />
    </Stack>
  )
}

interface FieldProps {
  attribute: Attribute
  value: string
  disabled: boolean
  onSet: (text: string) => void
}

/** The field for an attribute; what is typed is stored when the field is left or Enter is pressed. */
function Field({ attribute: { name, type, required, choices, perFrame }, value, disabled, onSet }: FieldProps) {
  const [shown, show] = useShown(value)
  /** What was entered last, until it is read back: the field may be left before that. */
  const sent = useRef<string>(undefined)
  if (sent.current === value) sent.current = undefined
  const set = (text: string) => {
    show(text)
    if (text === (sent.current ?? value)) return
    sent.current = text
    onSet(text)
  }
  const shared = {
    label: perFrame === false ? texts.watch.ofWholeTrack(name!) : name!,
    size: 'xs',
    disabled,
    required: required === true,
  } as const
  if (type === 'BOOLEAN')
    return (
      <Checkbox
        {...shared}
        checked={shown === 'true'}
        onChange={({ currentTarget }) => set(String(currentTarget.checked))}
      />
    )
  if (choices)
    return (
      <Select
        {...shared}
        // A value that was stored before the choices changed is shown as well.
        data={[...new Set([...choices, ...(shown ? [shown] : [])])]}
        value={shown || null}
        clearable={!required}
        allowDeselect={!required}
        clearButtonProps={{ 'aria-label': texts.things.clear(name!) }}
        onChange={(choice) => set(choice ?? '')}
      />
    )
  const typed = {
    ...{ ...shared, value: shown, onBlur: () => set(shown) },
    onKeyDown: ({ key }: { key: string }) => key === 'Enter' && set(shown),
  }
  if (type === 'NUMBER') return <NumberInput {...typed} hideControls onChange={(now) => show(String(now))} />
  return (
    <TextInput
      {...typed}
      type={type === 'DATE' ? 'date' : 'text'}
      onChange={({ currentTarget }) => show(currentTarget.value)}
    />
  )
}

/** Returns what a field shows: what the user has entered, until the value changes. */
function useShown(value: string): [shown: string, show: (text: string) => void] {
  const [entered, setEntered] = useState<{ value: string; text: string }>()
  // Otherwise it would be shown again once an undo brings back the value before.
  if (entered && entered.value !== value) setEntered(undefined)
  const show = (text: string) => setEntered({ value, text })
  return [entered?.value === value ? entered.text : value, show]
}
