import { useMemo, useRef, useState } from 'react'
import { isStale } from '../app/Merge.js'
import { PersonaTypesDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { showDone, showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import { copiedTypes } from './copied-types.js'
import { planOf, type NewType, type ReadSchema } from './new-types.js'
import { thingsOf } from './persona-types.js'
import { readCvat } from './read-cvat.js'
import { readLabelStudio } from './read-label-studio.js'
import { readList } from './read-list.js'
import type { Thing } from './thing.js'
import type { Editing } from './use-thing-draft.js'

/** Where types can come from: how each text is read, and the types of another persona. */
const readers = {
  list: (text: string): ReadSchema => ({ types: readList(text) }),
  cvat: readCvat,
  labelStudio: readLabelStudio,
}
export type TextSource = keyof typeof readers
export type Source = TextSource | 'persona'

export interface AddingTypes extends Pick<Editing, 'things' | 'lists' | 'fresh' | 'write'> {
  list: string
  onClose: () => void
}

const noTypes: ReadSchema = { types: [] }
const nobodys: readonly Thing[] = []

/** Returns the types of a text or of another persona, which of them are new, and the means to add these. */
export function useNewTypes({ list, things, lists, fresh, write, onClose }: AddingTypes) {
  const [source, setSource] = useState<Source>('list')
  const [text, setText] = useState('')
  const [personaId, setPersona] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const other = useGraph(PersonaTypesDocument, { id: personaId ?? '' }, { enabled: personaId !== null })
  // A type keeps its key, so that types which refer to each other still do so after a retry.
  const keys = useRef(new Map<string, string>())
  const copyKey = (key: string) => {
    const made = keys.current.get(`${personaId} ${key}`) ?? randomId()
    keys.current.set(`${personaId} ${key}`, made)
    return made
  }

  const read = useMemo(
    () => (source === 'persona' ? noTypes : text.trim() === '' ? noTypes : readers[source](text)),
    [source, text],
  )

  /** Returns the types beside those that exist, which others may have changed meanwhile. */
  function typesBeside(now: Editing['things']): readonly NewType[] {
    if (source !== 'persona') return 'types' in read ? read.types : []
    if (!other.data?.persona || personaId === null) return []
    const from = thingsOf(other.data).lists
    return copiedTypes({
      from: { personaId, types: from[list] ?? nobodys, roles: from['roles'] ?? nobodys },
      to: { types: now.lists[list] ?? nobodys, roles: now.lists['roles'] ?? nobodys },
      rolesOf: lists[list]?.parts?.['roles'],
      copyKey,
    })
  }

  const planOn = (now: Editing['things']) => planOf(typesBeside(now), now.lists[list] ?? nobodys)
  const plan = planOn(things)
  const count = plan.filter(({ state }) => state === 'new').length

  /** Adds the new types in one request; if another user has saved meanwhile, beside what is there then. */
  async function add() {
    setAdding(true)
    try {
      for (let now = things; ;) {
        const added = planOn(now).flatMap(({ type, state }) => (state === 'new' ? { key: randomId(), ...type } : []))
        const before = (now.lists[list] ?? nobodys).map(({ document }) => document)
        try {
          await write(list, [...before, ...added], now.version)
          showDone(texts.suggest.added(added.length))
          break
        } catch (error) {
          if (!isStale(error)) throw error
          now = await fresh()
        }
      }
      await fresh()
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      setAdding(false)
    }
  }

  const fault = 'fault' in read ? read.fault : undefined
  return { source, setSource, text, setText, personaId, setPersona, fault, plan, count, add, isAdding }
}
