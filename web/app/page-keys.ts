import { useEffect, useRef } from 'react'

// The only place where the desk listens for keys on the whole page (a rule of eslint sees to it).

/** What lies above the page: dialogs, popovers (which Mantine calls dialogs), menus and lists of suggestions. */
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Elements that take letters. A checkbox takes only Space, so that ticked rows can be reviewed, merged and undone. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/**
 * A key of the page and what it does. The key is a letter, a digit, a mark or a name such as `ArrowLeft` and `space`,
 * after `mod+` (Ctrl, or ⌘ on a Mac), `alt+` and `shift+`. The browser does not handle it, unless `keepsDefault` is
 * set; fields keep it for themselves, unless `inFields` is set, or `inChoices` and the field only offers a choice.
 */
export type PageKey = readonly [
  key: string,
  run: (event: KeyboardEvent) => void,
  options?: { inFields?: boolean; inChoices?: boolean; keepsDefault?: boolean },
]

/** Returns whether a layer lies above the page. The keys then belong to the layer. */
const isCovered = () => [...document.querySelectorAll(layers)].some((one) => one.checkVisibility())

const isInField = ({ target }: KeyboardEvent, takesLetters = '') =>
  target instanceof Element && target.matches(`:is(${fields})${takesLetters}`)

/** Calls the newest `press` for every key that is pressed while nothing lies above the page, also in fields. */
export function useKeysOfPage(press: (event: KeyboardEvent) => void): void {
  const newest = useRef(press)
  newest.current = press
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.isComposing && !isCovered()) newest.current(event)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Registers keys of the page while the calling component is mounted. */
export function usePageKeys(keys: readonly PageKey[]): void {
  useKeysOfPage((event) => {
    for (const [key, run, { inFields = false, inChoices = false, keepsDefault = false } = {}] of keys) {
      if (!isPressed(key, event) || (!inFields && isInField(event, inChoices ? ':read-write' : ''))) continue
      if (!keepsDefault) event.preventDefault()
      run(event)
    }
  })
}

/** Calls `notice` for every key, also for keys of dialogs and fields; returns how to end that. */
export function noticeKeys(notice: () => void): () => void {
  document.addEventListener('keydown', notice, true)
  return () => document.removeEventListener('keydown', notice, true)
}

/**
 * Returns whether an event is this key. Keyboards differ: letters go by what is written on the key where that is a
 * Latin letter (Ctrl Z stays where AZERTY has the Z), else by the position of the key on an English keyboard. So do
 * digits, which AZERTY types with Shift. Full stop and comma go by either, except where the position has a Latin
 * letter.
 */
function isPressed(hotkey: string, event: KeyboardEvent): boolean {
  const parts = hotkey.split('+')
  const key = parts.at(-1) ?? ''
  const needs = (modifier: string) => parts.slice(0, -1).includes(modifier)
  if ((event.ctrlKey || event.metaKey) !== needs('mod') || event.altKey !== needs('alt')) return false
  // Some keyboards have these marks on keys that need Shift.
  if (key === '?' || key === '/') return event.key === key
  if (event.shiftKey !== needs('shift')) return false
  const typesLatin = /^[a-z]$/i.test(event.key)
  if (/^[a-z]$/.test(key))
    return typesLatin ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`
  if (/^\d$/.test(key)) return event.key === key || event.code === `Digit${key}`
  const position = key === '.' ? 'Period' : key === ',' ? 'Comma' : undefined
  if (position) return event.key === key || (event.code === position && !typesLatin)
  return event.key === (key === 'space' ? ' ' : key)
}
