import { TextInput } from '@mantine/core'
import { IconSearch } from './frame-icons.js'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The field above a list that finds its rows; its name is the placeholder too. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      w={{ base: '100%', sm: 320 }}
    />
  )
}
