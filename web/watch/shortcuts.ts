import type { Editor } from '../annotations/editor.js'
import { keyframesOf, type Track } from '../annotations/track.js'
import type { TimeMark } from '../annotations/use-time-mark.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys, type PageKey } from '../app/page-keys.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import { texts } from '../texts.js'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import { playerKeys, playerLetters } from '../videos/player-keys.js'

const {
  watch: title,
  playerKeys: keysOfPlayer,
  playerLetters: lettersOfPlayer,
  shortcuts,
  letterShortcuts,
} = texts.video
const always: ShortcutList = { title, keys: [...keysOfPlayer, ...shortcuts] }
const single: ShortcutList = {
  title: texts.shortcuts.single,
  keys: [...lettersOfPlayer, ...letterShortcuts],
  areSingle: true,
}

interface Shortcuts {
  player: Player
  editor: Editor
  picture: PictureView
  track: Track | undefined
  setDrawing: (drawing: boolean) => void
  select: (id: string | undefined) => void
  mark: TimeMark
  /** Chooses the type with this number, from 1. */
  chooseType: (number: number) => void
  /** Deletes the selected tracks. */
  remove: () => void
  /** Deletes the keyframe of the selected track on the current frame. */
  removeKeyframe: () => void
  /** Marks the box of the selected track on the current frame as occluded, or no longer. */
  toggleOccluded: () => void
  toggleFullscreen: () => void
  /** Copy the box of the selected track, unless text is selected, and paste it. */
  copyBox: (event: KeyboardEvent) => void
  pasteBox: (event: KeyboardEvent) => void
}

/** Registers the keyboard shortcuts of the whole page. */
export function useShortcuts({ player, editor, picture, track, setDrawing, select, mark, ...acts }: Shortcuts): void {
  const keys = track ? keyframesOf(track) : []
  const jump = (target: number | undefined) => target !== undefined && player.show(target)
  const at = () => player.snapshot().frame
  const [hasLetters] = useSingleKeys()
  useShortcutList(always)
  useShortcutList(single)
  const letters: PageKey[] = [
    ...playerLetters(player),
    ['n', () => setDrawing(true)],
    ['o', acts.toggleOccluded],
    ['t', mark.press],
    ['f', acts.toggleFullscreen],
    ['0', () => picture.fit()],
    ...Array.from({ length: 9 }, (_one, i): PageKey => [String(i + 1), () => acts.chooseType(i + 1)]),
  ]
  const items: PageKey[] = [
    ...(hasLetters ? letters : []),
    ...playerKeys(player),
    ['PageUp', () => jump(keys.filter((key) => key < at()).at(-1))],
    ['PageDown', () => jump(keys.find((key) => key > at()))],
    ['Delete', acts.remove],
    ['shift+Delete', acts.removeKeyframe],
    [
      'Escape',
      () => {
        setDrawing(false)
        mark.cancel()
        select(undefined)
      },
    ],
    ['mod+c', acts.copyBox, { keepsDefault: true }],
    ['mod+v', acts.pasteBox, { keepsDefault: true }],
    ['mod+z', () => void editor.undo()],
    ['mod+shift+z', () => void editor.redo()],
    ['mod+y', () => void editor.redo()],
  ]
  usePageKeys(items)
}
