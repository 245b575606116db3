import { Select } from '@mantine/core'
import { useViewer } from '../app/session.js'
import { texts } from '../texts.js'
import { useKnownPeople } from './people.js'

interface Props {
  value: string | null
  onChange: (id: string | null) => void
  /** The ids of users who are not offered. */
  without: readonly string[]
  /** The reason why the chosen user was refused. */
  error?: string | undefined
}

/** A field that finds fellow members by a part of their name, and any user by the exact user name. */
export function PersonSelect({ value, onChange, without, error }: Props) {
  const { isAdmin } = useViewer()
  const { people, search, isSearched } = useKnownPeople()
  return (
    <Select
      label={texts.projects.person}
      description={isAdmin ? undefined : texts.team.findHint}
      data={[...people].filter(([id]) => !without.includes(id)).map(([id, label]) => ({ value: id, label }))}
      value={value}
      error={error}
      onChange={onChange}
      searchable
      onSearchChange={search}
      nothingFoundMessage={isSearched ? texts.team.nobodyFound : undefined}
      flex="1 1 18rem"
    />
  )
}
