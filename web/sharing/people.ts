import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { AllPeopleDocument, KnownPeopleDocument, PersonByNameDocument } from '../generated/graphql.js'
import { useViewer } from '../app/session.js'
import { useGraph } from '../lib/graph.js'
import { useAll, usePages } from '../lib/pages.js'
import { texts } from '../texts.js'

export interface Known {
  /** Names by id. */
  people: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
  /** Receives what the user types, to search for users that are not loaded. */
  search: (words: string) => void
}

/**
 * The users and groups that the user may choose from. Administrators may choose all users, whom the server searches for
 * what is typed; others may choose the members of their groups, and anybody whose exact user name they type. Everybody
 * may choose their own groups.
 */
export function useKnownPeople(): Known {
  const { isAdmin } = useViewer()
  const [typed, search] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  // Users found once are kept, because the chosen one is often no result of the current search.
  const found = useRef(new Map<string, string>())
  const isChosen = [...found.current.values()].includes(asked)
  const { nodes: everybody } = usePages(
    AllPeopleDocument,
    { search: isChosen ? null : asked || null },
    ({ users }) => users,
    { enabled: isAdmin },
  )
  const { nodes: groups } = useAll(KnownPeopleDocument, {}, (all) => all.groups)
  const { data: byName } = useGraph(
    PersonByNameDocument,
    { username: asked },
    { enabled: !isAdmin && asked !== '' && !isChosen },
  )
  const people = useMemo(() => {
    for (const { id, displayName, username } of [
      ...(everybody ?? []),
      ...(byName?.userByName ? [byName.userByName] : []),
    ])
      found.current.set(id, texts.sharing.person(displayName, username))
    const known = new Map(found.current)
    for (const { members } of isAdmin ? [] : groups) {
      for (const { user } of members) if (user) known.set(user.id, user.displayName)
    }
    return known
  }, [everybody, byName, groups, isAdmin])
  return { people, groups: new Map(groups.map(({ id, name }) => [id, name])), search }
}
