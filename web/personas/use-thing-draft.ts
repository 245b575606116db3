import { useState } from 'react'
import { useDraft } from '../app/draft.js'
import { isStale } from '../app/Merge.js'
import { changed, type Document } from '../lib/documents.js'
import { randomId } from '../lib/id.js'
import { showDone, showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import type { Targets } from './GlossEditor.js'
import { isSameText, piecesOf, typedOf, type GlossPiece } from './references.js'
import { draftOf, withParts, type Draft, type List, type Thing, type Things } from './thing.js'

/** Documents in lists, and how they are read and written. */
export interface Editing {
  /** The prefix of the names under which drafts are stored. */
  draftKey: string
  things: Things
  /** The lists: their labels, and the members of a document with its name, rich text and further fields. */
  lists: Readonly<Record<string, List>>
  /** The words of the button that adds a document, and of the form of a new one, by list. */
  makes: Readonly<Record<string, string>>
  targets: Targets
  /** Reads the documents again from the server. */
  fresh: () => Promise<Things>
  /** Replaces one list; the server refuses this if another user has written since `version`. */
  write: (list: string, documents: Document[], version: number) => Promise<unknown>
}

/** A draft, with the version of the documents and the content of this document that it is based on. */
interface Kept extends Draft {
  version: number
  base: Draft
}

export interface EditedThing extends Editing {
  list: string
  thing?: Thing
  onClose: () => void
}

/**
 * Returns the draft of a document and the means to save it; a change by another user is never overwritten without
 * asking.
 */
export function useThingDraft({ draftKey, things, lists, targets, fresh, write, list, thing, onClose }: EditedThing) {
  const members = lists[list]!
  const parts = Object.entries(members.parts ?? {})
  const { draft: kept, setDraft } = useDraft<Kept>(`${draftKey} ${list} ${thing?.key ?? 'new'}`)
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ now: Things; theirs: Thing }>()
  // The draft stays based on the content at opening, even if the documents are read again meanwhile.
  const [opened] = useState(() => ({ version: things.version, base: draftOf(members, thing) }))
  const { version, base } = kept ?? opened
  // A draft that was stored by an older version of the desk may lack values for newer parts.
  const draft: Draft = kept ? { ...kept, parts: { ...opened.base.parts, ...kept.parts } } : base
  const faultsOf = (values: Draft['parts']) => members.faults?.(values, thing?.document) ?? {}
  const isRight = (values: Draft['parts']) => Object.keys(faultsOf(values)).length === 0
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes, version, base })

  async function save(on: Things, values: Draft, ifVersion = on.version) {
    const listed = on.lists[list] ?? []
    const before = listed.find(({ key }) => key === thing?.key)
    const old = before ?? thing
    const document = written(members, old?.document ?? { key: randomId() }, {
      parts: values.parts,
      ...(values.name !== before?.name && { name: values.name }),
      ...(!(old && isSameText(values.gloss, typedOf(old.gloss))) && {
        gloss: piecesOf(values.gloss, targets.things, old?.gloss).pieces,
      }),
    })
    const documents = listed.map((one) => (one === before ? document : one.document))
    setBusy(true)
    try {
      await write(list, before ? documents : [...documents, document], ifVersion)
      setDraft(null)
      showDone(texts.states.saved)
      await fresh()
      onClose()
    } catch (error) {
      if (isStale(error)) await meet(values)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }

  /**
   * Handles a save by another user: if it changed this document too, the user chooses; otherwise the draft is saved on
   * top.
   */
  async function meet(values: Draft) {
    try {
      const now = await fresh()
      const theirs = now.lists[list]?.find(({ key }) => key === thing?.key)
      const other = draftOf(members, theirs)
      if (theirs && JSON.stringify(other) !== JSON.stringify(base)) setConflict({ now, theirs })
      else await save(now, values)
    } catch (error) {
      showError(error)
    }
  }

  return {
    members,
    parts,
    draft,
    version,
    change,
    setDraft,
    save,
    isKept: kept !== null,
    isBusy,
    faultsOf,
    isRight,
    conflict,
    setConflict,
  }
}

export type ThingDraft = ReturnType<typeof useThingDraft>

interface Changes {
  parts: Draft['parts']
  name?: string
  gloss?: GlossPiece[]
}

/** Returns the document with the changes. Rich text takes the place of plain text. */
function written(list: List, before: Document, { parts, name, gloss }: Changes): Document {
  const { name: named, nameBefore, gloss: rich } = list
  let document = withParts(list, before, parts)
  if (name !== undefined)
    document = changed(document, { [named]: name, ...(nameBefore !== undefined && { [nameBefore]: null }) }, [
      ...[named, nameBefore ?? named],
    ])
  if (!gloss) return document
  const plain = rich === 'gloss' ? {} : { description: null }
  return changed(document, { ...plain, [rich]: gloss }, [rich === 'gloss' ? 'gloss' : 'description'])
}
