import { Button, Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.js'
import { AttributeList } from './AttributeList.js'
import { ColourField } from './ColourField.js'
import { MakeType } from './MakeType.js'
import type { Part } from './thing.js'
import { attributesIn } from './type-parts.js'

interface Props {
  part: Part
  values: readonly string[]
  /** Set while the form is being saved, because any choice made then would be lost. */
  readOnly: boolean
  /** What is wrong with the values. */
  fault?: string | undefined
  onChange: (values: string[]) => void
}

/** The form field for a part of a document. */
export function PartField({ part: { label, form, options, makes }, values, readOnly, fault, onChange }: Props) {
  const [isMaking, setMaking] = useState(false)
  const [first] = values
  const setOne = (value: string | null) => onChange(value ? [value] : [])
  const plain = { label, readOnly, fault }
  if (form === 'moment') return <MomentField {...plain} value={first} onChange={setOne} />
  if (form === 'colour') return <ColourField {...plain} value={first} onChange={setOne} />
  if (form === 'attributes')
    return (
      <AttributeList
        {...plain}
        attributes={attributesIn(values)}
        onChange={(attributes) => onChange(attributes.map((one) => JSON.stringify(one)))}
      />
    )
  if (form === 'text' || form === 'texts') return <TextsField {...plain} {...{ form, values, onChange }} />
  const shared = { label, readOnly, error: fault, data: withUnknown(options, values), searchable: true }
  if (form)
    return (
      <Select
        {...shared}
        required={form === 'one'}
        clearable={form === 'at most one'}
        clearButtonProps={{ 'aria-label': texts.things.clear(label) }}
        value={first ?? null}
        onChange={setOne}
      />
    )
  return (
    <Group align="end" wrap="nowrap">
      <MultiSelect {...shared} value={[...values]} onChange={onChange} hidePickedOptions flex={1} />
      {makes && (
        <Button variant="default" disabled={readOnly} onClick={() => setMaking(true)}>
          {texts.team.types.make}
        </Button>
      )}
      {makes && isMaking && (
        <MakeType kind={makes} onClose={() => setMaking(false)} onMade={(value) => onChange([...values, value])} />
      )}
    </Group>
  )
}

interface TextsProps extends Pick<Props, 'values' | 'readOnly' | 'fault' | 'onChange'> {
  label: string
  form: 'text' | 'texts'
}

/** A field for one text, or for any number of short texts. */
function TextsField({ label, form, values, readOnly, fault, onChange }: TextsProps) {
  const shared = { label, readOnly, error: fault }
  if (form === 'texts') return <TagsInput {...shared} value={[...values]} onChange={onChange} />
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      value={values[0] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value ? [value] : [])}
    />
  )
}

/** Returns the options, plus one for each value that has none any more, labelled by its key. */
function withUnknown(options: Part['options'], values: readonly string[]): { value: string; label: string }[] {
  const unknown = values.filter((value) => !options.some((one) => one.value === value))
  return [...options, ...[...new Set(unknown)].map((value) => ({ value, label: value }))]
}

interface MomentProps {
  label: string
  /** An ISO text in UTC. */
  value: string | undefined
  readOnly: boolean
  fault: string | undefined
  onChange: (value: string | null) => void
}

/** A field for a moment, typed in the local time zone. */
function MomentField({ label, value, readOnly, fault, onChange }: MomentProps) {
  const local = value ? clockOf(value) : ''
  return (
    <TextInput
      label={label}
      type="datetime-local"
      readOnly={readOnly}
      error={fault}
      step={local.includes('.') ? 0.001 : 1}
      min="0001-01-02T00:00"
      max="9999-12-30T23:59:59"
      value={local}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed && new Date(typed).toISOString())}
    />
  )
}

/** Returns a moment in the local time zone, as the shortest value that a datetime-local field accepts for it. */
function clockOf(utc: string): string {
  const at = new Date(utc)
  const number = (value: number, length = 2) => String(value).padStart(length, '0')
  const day = [number(at.getFullYear(), 4), number(at.getMonth() + 1), number(at.getDate())].join('-')
  const [second, rest] = [at.getSeconds(), at.getMilliseconds()]
  const seconds = second || rest ? `:${number(second)}` : ''
  return `${day}T${number(at.getHours())}:${number(at.getMinutes())}${seconds}${rest ? `.${number(rest, 3)}` : ''}`
}
