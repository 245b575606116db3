import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.js'

/** A piece of rich text as the server takes it. */
export interface GlossPiece {
  type: string
  content: string
  refType?: string | null
  refPersonaId?: string | null
  refClaimId?: string | null
}

/** What may be referred to, under the name by which people know it. */
export interface Referable {
  name: string
  /** What it is, said beside the name. */
  kind: string
  piece: GlossPiece
}

/** What rich text may refer to. */
export interface Known {
  things: readonly Referable[]
  /** Told what is typed behind the @, where more may be known than is here. */
  ask: (words: string) => void
}

/** Rich text as people type it: references stand as `@[name]`. */
export function typedText(pieces: readonly GlossPiece[], nameOf: (piece: GlossPiece) => string): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.content : `@[${nameOf(piece)}]`)).join('')
}

/** The pieces of typed text; a name that nothing is known by stays text. */
export function piecesOf(text: string, known: readonly Referable[]): GlossPiece[] {
  const byName = new Map(known.map((one) => [one.name, one.piece]))
  const pieces: GlossPiece[] = []
  const say = (content: string) => {
    const last = pieces.at(-1)
    if (last?.type === 'text') last.content += content
    else if (content) pieces.push({ type: 'text', content })
  }
  for (const part of text.split(/(@\[[^\]]+\])/)) {
    const piece = part.startsWith('@[') ? byName.get(part.slice(2, -1)) : undefined
    if (piece) pieces.push({ ...piece })
    else say(part)
  }
  return pieces
}

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  known: readonly Referable[]
  onAsk: (words: string) => void
  minRows?: number
  autoFocus?: boolean
}

/** At most so many suggestions are shown. */
const mostShown = 8

/** A text field in which @ offers what may be referred to. */
export function GlossEditor({ label, value, onChange, known, onAsk, minRows = 2, autoFocus }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [asked, setAsked] = useState<{ from: number; word: string }>()
  useEffect(() => {
    if (!autoFocus) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [autoFocus])
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const word = asked?.word.toLowerCase() ?? ''
  const offered = asked ? known.filter(({ name }) => name.toLowerCase().includes(word)).slice(0, mostShown) : []

  function note(text: string, caret: number) {
    const found = /@([^@[\]\n]{0,40})$/.exec(text.slice(0, caret))
    setAsked(found ? { from: found.index, word: found[1] ?? '' } : undefined)
    if (found) {
      onAsk(found[1] ?? '')
      combobox.openDropdown()
      combobox.updateSelectedOptionIndex()
    } else combobox.closeDropdown()
  }

  function choose(name: string) {
    if (!asked) return
    const end = asked.from + 1 + asked.word.length
    onChange(`${value.slice(0, asked.from)}@[${name}]${value.slice(end)}`)
    setAsked(undefined)
    combobox.closeDropdown()
    const caret = asked.from + name.length + 3
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withAriaAttributes={offered.length > 0}>
        <Textarea
          ref={field}
          label={label}
          description={texts.gloss.hint}
          autosize
          minRows={minRows}
          value={value}
          data-autofocus={autoFocus}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            note(event.currentTarget.value, event.currentTarget.selectionStart)
          }}
          onKeyDown={(event) => {
            // Escape closes what is offered, not the form around it.
            if (event.key === 'Escape' && offered.length > 0) {
              setAsked(undefined)
              event.stopPropagation()
            }
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={texts.gloss.offered}>
          {offered.map(({ name, kind }) => (
            <Combobox.Option value={name} key={`${kind} ${name}`}>
              {name} <small>{kind}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
