import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { mostCompared } from './looks.js'

/** A persona that the page compares. */
export interface ComparedPersona {
  id: string
  name: string
}

/** Returns the name of a compared persona, or its id where it is none of them. */
export const nameIn = (personas: readonly ComparedPersona[], personaId: string): string =>
  personas.find(({ id }) => id === personaId)?.name ?? personaId

/**
 * Returns the ids of the personas that the address names, and a function that changes them. `usual` are those to choose
 * from, the likeliest first: the address of a page that names none shows two of them. Addresses of former versions name
 * two personas, `first` and `second`.
 */
export function useChosenPersonas(usual: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('personas')
  const first = search.get('first') ?? usual[0]
  const second = search.get('second') ?? usual.find((id) => id !== first)
  const list = named ?? [first, second].filter((id) => id !== undefined).join(',')
  const chosen = useMemo(() => [...new Set(list.split(',').filter(Boolean))].slice(0, mostCompared), [list])
  const choose = (ids: readonly string[]) =>
    setSearch(
      (before) => {
        const { first: _first, second: _second, ...rest } = Object.fromEntries(before)
        return { ...rest, personas: ids.join(',') }
      },
      { replace: true },
    )
  return { chosen, choose }
}
