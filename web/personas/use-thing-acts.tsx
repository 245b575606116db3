import { useState } from 'react'
import { isStale } from '../app/Merge.js'
import { Question } from '../app/Question.js'
import { useUndo, type Deleted } from '../changes/undo.js'
import { showDone, showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import type { Thing } from './thing.js'
import { ThingEditor } from './ThingEditor.js'
import type { Editing } from './use-thing-draft.js'

/** Documents in lists, and how they are deleted. */
export interface Changing extends Editing {
  canChange: boolean
  /** Deletes a document; if absent, the list is written without the document instead. */
  remove?: (list: string, key: string) => Promise<unknown>
  /** Returns a text about what is deleted together with a document. */
  goesWith?: (list: string, key: string) => Promise<string>
  /** Returns how the trash identifies a deleted document. */
  inTrash?: (list: string, key: string) => Deleted
}

/** Returns functions that edit, add and delete documents, and the dialogs that they open. */
export function useThingActs(props: Changing) {
  const [editing, setEditing] = useState<{ list: string; thing?: Thing }>()
  const { ask, question } = useRemoval(props)
  return {
    /** Edits a document; without a document, adds one to the list. */
    edit: (list: string, thing?: Thing) => setEditing({ list, ...(thing && { thing }) }),
    remove: (list: string, thing: Thing) => void ask(list, thing),
    dialogs: (
      <>
        {question}
        {editing && <ThingEditor {...props} {...editing} onClose={() => setEditing(undefined)} />}
      </>
    ),
  }
}

/**
 * Returns a function that deletes a document, after a question that lists what is deleted with it, and the question.
 */
function useRemoval({ things, remove, goesWith, inTrash, write, fresh }: Changing) {
  const words = texts.things
  const offerUndo = useUndo()
  const [removing, setRemoving] = useState<{ list: string; thing: Thing; says: string }>()

  async function take({ list, thing }: { list: string; thing: Thing }) {
    setRemoving(undefined)
    try {
      if (remove) await remove(list, thing.key)
      else {
        const others = (things.lists[list] ?? []).filter(({ key }) => key !== thing.key)
        await write(
          list,
          others.map(({ document }) => document),
          things.version,
        )
      }
      if (inTrash) offerUndo(words.removed(thing.name), inTrash(list, thing.key))
      else showDone(words.removed(thing.name))
      await fresh()
    } catch (error) {
      showError(error)
      if (isStale(error)) await fresh()
    }
  }

  async function ask(list: string, thing: Thing) {
    try {
      const says = goesWith ? await goesWith(list, thing.key) : words.removesOne
      setRemoving({ list, thing, says })
    } catch (error) {
      showError(error)
    }
  }

  const question = removing && (
    <Question
      title={words.removeOf(removing.thing.name)}
      says={removing.says}
      act={words.remove}
      onAct={() => void take(removing)}
      onClose={() => setRemoving(undefined)}
    />
  )
  return { ask, question }
}
