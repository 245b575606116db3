import { Combobox, Text, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { texts } from '../texts.js'
import { caretPlace, type CaretPlace } from './caret.js'
import { meant, namesIn, unknownIn, type Referable, type Typed } from './references.js'

/** The possible targets of references in rich text. */
export interface Targets {
  things: readonly Referable[]
  /** Receives the text after the @, to search for targets that are not loaded. */
  ask: (words: string) => void
}

interface Props {
  label: string
  value: Typed
  onChange: (typed: Typed) => void
  targets: Targets
  minRows?: number
  autoFocus?: boolean
  /** Set while the text is being saved, because anything typed then would be lost. */
  readOnly?: boolean
}

/** The most suggestions that are shown. */
const mostShown = 8

/** Where the suggestions stand: below the @ if there is room, and within the window. */
const beside = { offset: 4, middlewares: { flip: true, shift: true } }

/** A text field that suggests references after an @. */
export function GlossEditor(props: Props) {
  const { label, value, onChange, minRows = 2, autoFocus, readOnly } = props
  const { things } = props.targets
  const field = useRef<HTMLTextAreaElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!autoFocus) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [autoFocus])
  const { combobox, offered, place, note, choose, close } = useSuggestions(props, field)
  const unknown = unknownIn(value, things)
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={340} {...beside}>
      <div ref={whole} style={{ position: 'relative' }}>
        <Combobox.EventsTarget withAriaAttributes={offered.length > 0}>
          <Textarea
            ref={field}
            label={label}
            description={texts.gloss.hint}
            autosize
            minRows={minRows}
            value={value.text}
            readOnly={readOnly}
            data-autofocus={autoFocus}
            onChange={(event) => {
              onChange(meant(event.currentTarget.value, value, things))
              note(event.currentTarget.value, event.currentTarget.selectionStart)
            }}
            onKeyDown={(event) => {
              // Escape closes only the suggestions, not the form around the field.
              if (event.key === 'Escape' && offered.length > 0) {
                close()
                event.stopPropagation()
              }
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.EventsTarget>
        {place && <Caret {...{ field, whole, place }} />}
      </div>
      {unknown.length > 0 && (
        <Text size="xs" role="status">
          {texts.gloss.unknown(unknown.join(', '))}
        </Text>
      )}
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={texts.gloss.offered}>
          {offered.map(({ name, kind }) => (
            <Combobox.Option value={name} key={`${kind} ${name}`}>
              <Text size="sm" truncate>
                {name} <small>{kind}</small>
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface CaretProps {
  field: RefObject<HTMLElement | null>
  /** The element around the field, by which the place is reckoned. */
  whole: RefObject<HTMLElement | null>
  place: CaretPlace
}

/** An empty element at a place in the field, by which the suggestions stand. */
function Caret({ field, whole, place: { left, top, height } }: CaretProps) {
  const [own, around] = [field, whole].map((one) => one.current?.getBoundingClientRect())
  const [x, y] = own && around ? [own.left - around.left, own.top - around.top] : [0, 0]
  return (
    <Combobox.DropdownTarget>
      <span aria-hidden style={{ position: 'absolute', left: x + left, top: y + top, height }} />
    </Combobox.DropdownTarget>
  )
}

/**
 * Returns the suggested references, whose names contain the text after an @, and the handlers that open and insert
 * them.
 */
function useSuggestions(
  { value, targets: { things, ask }, onChange }: Props,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [mention, setMention] = useState<{ from: number; word: string; place?: CaretPlace | undefined }>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const word = mention?.word.toLowerCase() ?? ''
  const offered = mention
    ? namesIn(value, things)
        .filter(({ name }) => name.toLowerCase().includes(word))
        .slice(0, mostShown)
    : []

  // Enter inserts the first suggestion, as is usual for an @.
  const firstOffered = offered[0]?.name
  useEffect(() => {
    if (firstOffered !== undefined) combobox.selectFirstOption()
  }, [firstOffered, word])

  function note(text: string, caret: number) {
    const match = /(\\*)@([^@[\]\n]{0,40})$/.exec(text.slice(0, caret))
    const [, before = '', word = ''] = match ?? []
    // After an odd number of backslashes the @ is plain text.
    const isMention = match !== null && before.length % 2 === 0
    const from = isMention ? match.index + before.length : 0
    const place = isMention && field.current ? caretPlace(field.current, text, from) : undefined
    setMention(isMention ? { from, word, place } : undefined)
    if (isMention) {
      ask(word)
      combobox.openDropdown()
    } else combobox.closeDropdown()
  }

  function choose(name: string) {
    if (!mention) return
    const end = mention.from + 1 + mention.word.length
    const { text } = value
    onChange(meant(`${text.slice(0, mention.from)}@[${name}]${text.slice(end)}`, value, things))
    setMention(undefined)
    combobox.closeDropdown()
    const caret = mention.from + name.length + 3
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }

  return { combobox, offered, place: mention?.place, note, choose, close: () => setMention(undefined) }
}
