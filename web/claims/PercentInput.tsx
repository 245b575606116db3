import { NumberInput } from '@mantine/core'

interface Props {
  label: string
  /** A share, 0 to 1, or an empty string. */
  value: number | string
  /** The bounds of the share. */
  min: number
  max: number
  readOnly?: boolean
  onChange: (value: number | string) => void
}

/** A field for a share, which the user reads and types as a percentage. */
export function PercentInput({ value, min, max, onChange, readOnly = false, label }: Props) {
  return (
    <NumberInput
      {...{ label, readOnly, min: 100 * min, max: 100 * max, step: 5, suffix: ' %', allowDecimal: false }}
      value={value === '' ? '' : Math.round(100 * Number(value))}
      onChange={(next) => onChange(typeof next === 'number' ? next / 100 : '')}
    />
  )
}
