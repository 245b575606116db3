import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { AllPeopleDocument, KnownPeopleDocument } from '../generated/graphql.js'
import { useViewer } from '../app/session.js'
import { useAll, usePages } from '../lib/pages.js'
import { texts } from '../texts.js'

export interface Known {
  /** Names by the id. */
  people: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
  /** Told what is typed, where more are known than are shown. */
  search: (words: string) => void
}

/**
 * Whom somebody may name: everybody for administrators, of whom the server finds those that are typed; for others the
 * people of their groups; and these groups.
 */
export function useKnownPeople(): Known {
  const { isAdmin } = useViewer()
  const [typed, search] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  // Who was found stays known: the one who is chosen is no longer what is searched for.
  const found = useRef(new Map<string, string>())
  const isChosen = [...found.current.values()].includes(asked)
  const { nodes: everybody } = usePages(
    AllPeopleDocument,
    { search: isChosen ? null : asked || null },
    ({ users }) => users,
    { enabled: isAdmin },
  )
  const { nodes: groups } = useAll(KnownPeopleDocument, {}, (all) => all.groups)
  const people = useMemo(() => {
    for (const { id, displayName, username } of everybody ?? [])
      found.current.set(id, texts.sharing.person(displayName, username))
    const known = new Map(found.current)
    for (const { members } of isAdmin ? [] : groups) {
      for (const { user } of members) if (user) known.set(user.id, user.displayName)
    }
    return known
  }, [everybody, groups, isAdmin])
  return { people, groups: new Map(groups.map(({ id, name }) => [id, name])), search }
}
