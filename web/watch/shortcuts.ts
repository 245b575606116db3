import { useHotkeys, type HotkeyItem } from '@mantine/hooks'
import type { Editor } from '../annotations/editor.js'
import { keyframesOf, type Track } from '../annotations/track.js'
import { useSingleKeys } from '../app/letters.js'
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

/**
 * Elements that handle the keys themselves. A checkbox handles only Space, so that ticked tracks can be merged and
 * undone.
 */
const takesKeys = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')

/** Leaves keys to the elements that handle them, and keeps the browser from handling the others. */
const outsideFields = (items: HotkeyItem[]) =>
  items.map(([key, run, options]): HotkeyItem => [
    key,
    (event) => {
      if (takesKeys(event.target)) return
      if (options?.preventDefault !== false) event.preventDefault()
      run(event)
    },
    { usePhysicalKeys: false, ...options, preventDefault: false },
  ])

/** Registers the keyboard shortcuts of the whole page. */
export function useShortcuts({ player, editor, picture, track, setDrawing, select, ...acts }: Shortcuts): void {
  const keys = track ? keyframesOf(track) : []
  const jump = (target: number | undefined) => target !== undefined && player.show(target)
  const at = () => player.snapshot().frame
  const [hasLetters] = useSingleKeys()
  useShortcutList(always)
  useShortcutList(single)
  const letters: HotkeyItem[] = [
    ['k', () => player.pause()],
    ['l', () => player.shuttle(1)],
    ['j', () => player.shuttle(-1)],
    ['.', () => player.step(1)],
    [',', () => player.step(-1)],
    ['n', () => setDrawing(true)],
    ['f', acts.toggleFullscreen],
    ['0', () => picture.fit()],
    ...Array.from({ length: 9 }, (_one, i): HotkeyItem => [String(i + 1), () => acts.chooseType(i + 1)]),
  ]
  const items: HotkeyItem[] = [
    ...(hasLetters ? letters : []),
    [
      'space',
      (event) => {
        // On a button focused by the keyboard, and on a checkbox, Space presses that element instead.
        if (event.target instanceof Element && event.target.matches('button:focus-visible, input')) return
        event.preventDefault()
        player.toggle()
      },
      { preventDefault: false, usePhysicalKeys: false },
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
  useHotkeys(outsideFields(items), [])
}
