import type { Editor } from '../annotations/editor.js'
import { keyframesOf, type Track } from '../annotations/track.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys, type PageKey } from '../app/page-keys.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import { texts } from '../texts.js'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'

const { watch: title, shortcuts: keys, letterShortcuts } = texts.video
const always: ShortcutList = { title, keys }
const single: ShortcutList = { title: texts.shortcuts.single, keys: letterShortcuts, areSingle: true }

interface Shortcuts {
  player: Player
  editor: Editor
  picture: PictureView
  track: Track | undefined
  setDrawing: (drawing: boolean) => void
  select: (id: string | undefined) => void
  /** Chooses the type with this number, from 1. */
  chooseType: (number: number) => void
  /** Deletes the selected tracks. */
  remove: () => void
  /** Deletes the keyframe of the selected track on the current frame. */
  removeKeyframe: () => void
  toggleFullscreen: () => void
}

/** Registers the keyboard shortcuts of the whole page. */
export function useShortcuts({ player, editor, picture, track, setDrawing, select, ...acts }: Shortcuts): void {
  const keys = track ? keyframesOf(track) : []
  const jump = (target: number | undefined) => target !== undefined && player.show(target)
  const at = () => player.snapshot().frame
  const [hasLetters] = useSingleKeys()
  useShortcutList(always)
  useShortcutList(single)
  const letters: PageKey[] = [
    ['k', () => player.pause()],
    ['l', () => player.shuttle(1)],
    ['j', () => player.shuttle(-1)],
    ['.', () => player.step(1)],
    [',', () => player.step(-1)],
    ['n', () => setDrawing(true)],
    ['f', acts.toggleFullscreen],
    ['0', () => picture.fit()],
    ...Array.from({ length: 9 }, (_one, i): PageKey => [String(i + 1), () => acts.chooseType(i + 1)]),
  ]
  const items: PageKey[] = [
    ...(hasLetters ? letters : []),
    [
      'space',
      (event) => {
        // On a button focused by the keyboard, and on a checkbox, Space presses that element instead.
        if (event.target instanceof Element && event.target.matches('button:focus-visible, input')) return
        event.preventDefault()
        player.toggle()
      },
      { keepsDefault: true },
    ],
    ['ArrowRight', () => player.step(1)],
    ['ArrowLeft', () => player.step(-1)],
    ['shift+ArrowRight', () => player.step(10)],
    ['shift+ArrowLeft', () => player.step(-10)],
    ['Home', () => player.show(0)],
    ['End', () => player.show(player.last)],
    ['PageUp', () => jump(keys.filter((key) => key < at()).at(-1))],
    ['PageDown', () => jump(keys.find((key) => key > at()))],
    ['Delete', acts.remove],
    ['shift+Delete', acts.removeKeyframe],
    [
      'Escape',
      () => {
        setDrawing(false)
        select(undefined)
      },
    ],
    ['mod+z', () => void editor.undo()],
    ['mod+shift+z', () => void editor.redo()],
    ['mod+y', () => void editor.redo()],
  ]
  usePageKeys(items)
}
