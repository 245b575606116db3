import type { Link } from '../annotations/act.js'
import type { LinkableType } from '../annotations/link-types.js'
import { boxOf, keyframeAt, type Track } from '../annotations/track.js'
import { linkOf } from '../annotations/track-index.js'
import { showDone, showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { boxClipboard } from './box-clipboard.js'
import type { Watched } from './watched.js'

const words = texts.watch

interface Page extends Pick<Watched, 'index' | 'looks' | 'editor'> {
  player: Player
  /** The id of the selected track, and the track itself if its window is loaded. */
  id: string | undefined
  track: Track | undefined
  types: readonly LinkableType[]
  personaId: string | null
  setLink: (link: Link) => void
  select: (id: string | undefined) => void
  /** The element that fills the screen. */
  whole: () => HTMLElement | null
}

/**
 * Returns the acts of keys and buttons on the tracks that are chosen in the timeline, or else on the selected track.
 */
export function watchActs(page: Page) {
  const { player, index, looks, editor, id, track, types, personaId, setLink, select, whole } = page
  const chosenIds = () => {
    const { chosen } = looks.snapshot()
    return chosen.size > 0 ? [...chosen] : id === undefined ? [] : [id]
  }
  const remove = () => {
    const ids = chosenIds().filter((chosen) => !looks.isLocked(chosen))
    if (ids.length === 0) return
    looks.choose([])
    select(undefined)
    void editor.remove(ids).then(() => showDone(words.deleted(ids.length)))
  }
  return {
    ...boxClipboard(page),
    chooseType(number: number) {
      const type = types[number - 1]
      if (!type || personaId === null) return
      const after: Link = { type: 'TYPE', label: type.key, personaId }
      const before = chosenIds().flatMap((chosen) => {
        const link = looks.isLocked(chosen) ? undefined : linkOf(index.entry(chosen))
        return link ? [{ id: chosen, link }] : []
      })
      if (before.length) void editor.relink(before, after)
      else setLink(after)
      showDone(words.typeChosen(type.name, before.length))
    },
    remove,
    removeKeyframe() {
      const { frame } = player.snapshot()
      if (!track || looks.isLocked(track.id) || !keyframeAt(track, frame)) return
      if (track.document.boxes.length > 1) void editor.removeKeyframe(track, frame)
      else remove()
    },
    toggleOccluded() {
      const { frame } = player.snapshot()
      if (!track || looks.isLocked(track.id) || !boxOf(track, frame)) return
      player.pause()
      void editor
        .toggleOccluded(track.id, frame)
        .then((now) => now !== undefined && showDone(words.occludedFrom(now, frame)))
    },
    toggleFullscreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else whole()?.requestFullscreen().catch(showError)
    },
  }
}
