import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { useViewer } from '../app/session.js'
import { AllPeopleDocument, FellowsDocument, KnownGroupsDocument, PersonByNameDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { useAll, usePages } from '../lib/pages.js'
import { texts } from '../texts.js'

export interface KnownPeople {
  /** Names by id. */
  people: ReadonlyMap<string, string>
  /** Receives what the user types, to search for users that are not loaded. */
  search: (words: string) => void
  /** Whether the user has typed something, so that an empty result is worth a message. */
  isSearched: boolean
}

/**
 * Returns the users that the user may choose from. Administrators may choose all users; other users the members of
 * their groups and projects, which the server searches for the typed text, and any user whose exact user name they
 * type.
 */
export function useKnownPeople(): KnownPeople {
  const { isAdmin } = useViewer()
  const [typed, search] = useState('')
  const [term] = useDebouncedValue(typed.trim(), 250)
  // Users who were found once are kept, because the chosen user is often not a result of the current search.
  const found = useRef(new Map<string, string>())
  const isChosen = [...found.current.values()].includes(term)
  const sought = { search: isChosen ? null : term || null }
  const { nodes: everybody } = usePages(AllPeopleDocument, sought, ({ accounts }) => accounts, { enabled: isAdmin })
  const { nodes: fellows } = usePages(FellowsDocument, sought, ({ users }) => users, { enabled: !isAdmin })
  const { data: byName } = useGraph(
    PersonByNameDocument,
    { username: term },
    { enabled: !isAdmin && term !== '' && !isChosen },
  )
  const people = useMemo(() => {
    const named = byName?.user ? [byName.user] : []
    for (const { id, displayName, username } of [...(everybody ?? []), ...(fellows ?? []), ...named])
      found.current.set(id, texts.sharing.person(displayName, username))
    return new Map(found.current)
  }, [everybody, fellows, byName])
  return { people, search, isSearched: typed.trim() !== '' }
}

/** Returns the names of the user's groups, by id. */
export function useKnownGroups(): ReadonlyMap<string, string> {
  const { nodes } = useAll(KnownGroupsDocument, {}, ({ groups }) => groups)
  return useMemo(() => new Map(nodes.map(({ id, name }) => [id, name])), [nodes])
}
