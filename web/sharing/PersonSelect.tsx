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
  /** The names of groups that are offered as well, by id. */
  groups?: ReadonlyMap<string, string>
}

const none: ReadonlyMap<string, string> = new Map()

const optionsOf = (named: readonly (readonly [string, string])[]) => named.map(([value, label]) => ({ value, label }))

/** A field that finds fellow members by a part of their name, and any user by the exact user name. */
export function PersonSelect({ value, onChange, without, error, groups = none }: Props) {
  const { isAdmin } = useViewer()
  const { people, search, isSearched } = useKnownPeople()
  const persons = optionsOf([...people].filter(([id]) => !without.includes(id)))
  const hints = [...(isAdmin ? [] : [texts.team.findHint]), ...(groups.size ? [texts.team.groupHint] : [])]
  return (
    <Select
      label={groups.size ? texts.team.personOrGroup : texts.projects.person}
      description={hints.join(' ') || undefined}
      data={
        groups.size
          ? [
              { group: texts.sharing.people, items: persons },
              { group: texts.sharing.groups, items: optionsOf([...groups]) },
            ]
          : persons
      }
      value={value}
      error={error}
      onChange={onChange}
      searchable
      onSearchChange={search}
      nothingFoundMessage={isSearched ? texts.team.nobodyFound : undefined}
      flex={{ base: '1 1 100%', sm: '0 1 26rem' }}
    />
  )
}
