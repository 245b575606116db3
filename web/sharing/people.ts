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
  /** Whether something is typed, so that there being nobody is worth saying. */
  isSearched: boolean
}

/**
 * The users that the user may choose from. Administrators may choose all users; others the members of their groups and
 * projects, whom the server searches for what is typed, and anybody whose exact user name they type.
 */
export function useKnownPeople(): KnownPeople {
  const { isAdmin } = useViewer()
  const [typed, search] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  // Users found once are kept, because the chosen one is often no result of the current search.
  const found = useRef(new Map<string, string>())
  const isChosen = [...found.current.values()].includes(asked)
  const sought = { search: isChosen ? null : asked || null }
  const { nodes: everybody } = usePages(AllPeopleDocument, sought, ({ users }) => users, { enabled: isAdmin })
  const { nodes: fellows } = usePages(FellowsDocument, sought, ({ people }) => people, { enabled: !isAdmin })
  const { data: byName } = useGraph(
    PersonByNameDocument,
    { username: asked },
    { enabled: !isAdmin && asked !== '' && !isChosen },
  )
  const people = useMemo(() => {
    const named = byName?.userByName ? [byName.userByName] : []
    for (const { id, displayName, username } of [...(everybody ?? []), ...(fellows ?? []), ...named])
      found.current.set(id, texts.sharing.person(displayName, username))
    return new Map(found.current)
  }, [everybody, fellows, byName])
  return { people, search, isSearched: typed.trim() !== '' }
}

/** The names of the user's groups, by id. */
export function useKnownGroups(): ReadonlyMap<string, string> {
  const { nodes } = useAll(KnownGroupsDocument, {}, ({ groups }) => groups)
  return useMemo(() => new Map(nodes.map(({ id, name }) => [id, name])), [nodes])
}
