import { Group, Select, TextInput } from '@mantine/core'
import { IconSearch } from '../app/icons.js'
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
}

/** Fields that search, filter and sort the claims of a summary. */
export function FilterClaims({ filter, onChange }: Props) {
  return (
    <Group gap="xs" align="end" role="search" aria-label={words.search}>
      <TextInput
        size="xs"
        style={{ flex: '1 1 140px' }}
        label={words.search}
        leftSection={<IconSearch size={14} />}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <Select
        size="xs"
        w={130}
        label={words.confidence}
        data={confidences}
        value={filter.confidence}
        allowDeselect={false}
        onChange={(confidence) => onChange({ ...filter, confidence: confidence ?? '' })}
      />
      <Select
        size="xs"
        w={170}
        label={words.order}
        data={orders}
        value={filter.order}
        allowDeselect={false}
        onChange={(order) => onChange({ ...filter, order: order ?? usualFilter.order })}
      />
    </Group>
  )
}
