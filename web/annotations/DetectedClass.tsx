import { Box, Checkbox, Group, Select } from '@mantine/core'
import type { DetectMutation } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { typeOptions, type LinkableType } from './link-types.js'
import { typeNameFor } from './use-new-type.js'

const words = texts.watch

type Detection = DetectMutation['detectObjects']['frames'][number]['detections'][number]

interface Props {
  /** The class, as the detector names it. */
  label: string
  /** The detections of the class, with their indexes in the answer. */
  detections: readonly (Detection & { at: number })[]
  types: readonly LinkableType[]
  /** The key of the type that the detections get; null if they are not added. */
  type: string | null
  onType: (type: string | null) => void
  /** Makes a type for the class; undefined if the user may not. */
  onNewType: (() => void) | undefined
  /** The indexes of the detections that are not added. */
  dropped: ReadonlySet<number>
  onDropped: (dropped: ReadonlySet<number>) => void
  /** Called with the index of the detection that is under the pointer or has the focus. */
  onPoint: (at: number | undefined) => void
}

/** The option that makes a type; no key of a type is empty. */
const newType = ''

/** The detections of one class, and the type that they get. */
export function DetectedClass({ label, detections, types, type, dropped, onDropped, onPoint, ...acts }: Props) {
  const places = detections.map(({ at }) => at)
  const isIn = (at: number) => !dropped.has(at)
  const count = places.filter(isIn).length
  const set = (ats: readonly number[], on: boolean) => {
    const others = [...dropped].filter((at) => !ats.includes(at))
    onDropped(new Set(on ? others : [...others, ...ats]))
  }
  return (
    <Box role="group" aria-label={label}>
      <Group gap="xs" wrap="nowrap" align="end">
        <Checkbox
          flex={1}
          fw={600}
          mb={6}
          label={words.detectedClass(label, detections.length)}
          checked={count === places.length}
          indeterminate={count > 0 && count < places.length}
          onChange={({ currentTarget }) => set(places, currentTarget.checked)}
        />
        <Select
          aria-label={words.typeFor(label)}
          placeholder={words.noTypeFor}
          size="xs"
          w={150}
          data={[
            ...(acts.onNewType ? [{ value: newType, label: words.newType(typeNameFor(label)) }] : []),
            ...typeOptions(types),
          ]}
          value={type}
          onChange={(value) => (value === newType ? acts.onNewType?.() : acts.onType(value))}
          searchable
          clearable
        />
      </Group>
      {detections.map(({ at, confidence }, number) => (
        <Box
          key={at}
          pl="lg"
          py={4}
          onPointerEnter={() => onPoint(at)}
          onPointerLeave={() => onPoint(undefined)}
          onFocus={() => onPoint(at)}
          onBlur={() => onPoint(undefined)}
        >
          <Checkbox
            size="xs"
            label={words.detected(label, number + 1, Math.round(confidence * 100))}
            checked={isIn(at)}
            onChange={({ currentTarget }) => set([at], currentTarget.checked)}
          />
        </Box>
      ))}
    </Box>
  )
}
