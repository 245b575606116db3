import { Group, Popover, Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconFilter, IconSearch } from '../app/icons.js'
import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'
import { usualFilter, type ClaimFilter } from './use-claim-tree.js'

const words = texts.claims.filter
const confidences = [
  { value: '', label: words.any },
  { value: '0.75-1', label: words.atLeast(0.75) },
  { value: '0.5-1', label: words.atLeast(0.5) },
  { value: '0-0.5', label: words.below(0.5) },
]
const orders = choicesOf(words.orders)

interface Props {
  filter: ClaimFilter
  onChange: (filter: ClaimFilter) => void
  /** Further filters, beside the search. */
  children: ReactNode
}

/** A row with fields that search, filter and sort the claims of a summary. */
export function FilterClaims({ filter, onChange, children }: Props) {
  const isUsed = filter.confidence !== '' || filter.order !== usualFilter.order
  return (
    <Group gap={6} role="search" aria-label={words.search}>
      <TextInput
        size="xs"
        style={{ flex: '1 1 120px' }}
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={14} />}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      {children}
      <Popover position="bottom-end" trapFocus withRoles withinPortal={false} width={220}>
        <Popover.Target>
          <IconButton label={words.open} icon={IconFilter} size={28} variant={isUsed ? 'light' : 'subtle'} />
        </Popover.Target>
        <Popover.Dropdown aria-label={words.open}>
          <Stack gap="xs">
            <Select
              label={words.confidence}
              data={confidences}
              value={filter.confidence}
              allowDeselect={false}
              onChange={(confidence) => onChange({ ...filter, confidence: confidence ?? '' })}
              comboboxProps={{ withinPortal: false }}
            />
            <Select
              label={words.order}
              data={orders}
              value={filter.order}
              allowDeselect={false}
              onChange={(order) => onChange({ ...filter, order: order ?? usualFilter.order })}
              comboboxProps={{ withinPortal: false }}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
