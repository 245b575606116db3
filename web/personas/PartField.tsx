import { MultiSelect, Select, TextInput } from '@mantine/core'
import { mostOffered } from '../lib/pages.js'
import { texts } from '../texts.js'
import type { Part } from './thing.js'

interface Props {
  part: Part
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** The field of a form in which a part of a document is said. */
export function PartField({ part: { label, form, options }, values, onChange }: Props) {
  const [first] = values
  const setOne = (value: string | null) => onChange(value ? [value] : [])
  if (form === 'moment') return <MomentField label={label} value={first} onChange={setOne} />
  const shared = { label, data: withUnknown(options, values), searchable: true, limit: mostOffered }
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
  return <MultiSelect {...shared} value={[...values]} onChange={onChange} hidePickedOptions />
}

/** What a document names and nobody knows any more is still shown, by its key. */
function withUnknown(options: Part['options'], values: readonly string[]): { value: string; label: string }[] {
  const unknown = values.filter((value) => !options.some((one) => one.value === value))
  return [...options, ...[...new Set(unknown)].map((value) => ({ value, label: value }))]
}

interface MomentProps {
  label: string
  /** In UTC. */
  value: string | undefined
  onChange: (value: string | null) => void
}

/** A moment as it is typed by the clock of the place. */
function MomentField({ label, value, onChange }: MomentProps) {
  const local = value ? clockOf(value) : ''
  return (
    <TextInput
      label={label}
      type="datetime-local"
      step={local.includes('.') ? 0.001 : 1}
      min="0001-01-02T00:00"
      max="9999-12-30T23:59:59"
      value={local}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed && new Date(typed).toISOString())}
    />
  )
}

/** A moment by the clock of the place, no longer than it has to be, as fields of browsers write it. */
function clockOf(utc: string): string {
  const at = new Date(utc)
  const number = (value: number, length = 2) => String(value).padStart(length, '0')
  const day = [number(at.getFullYear(), 4), number(at.getMonth() + 1), number(at.getDate())].join('-')
  const [second, rest] = [at.getSeconds(), at.getMilliseconds()]
  const seconds = second || rest ? `:${number(second)}` : ''
  return `${day}T${number(at.getHours())}:${number(at.getMinutes())}${seconds}${rest ? `.${number(rest, 3)}` : ''}`
}
