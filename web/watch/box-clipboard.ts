import type { Link } from '../annotations/act.js'
import type { Editor } from '../annotations/editor.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { linkOf, type TrackIndex } from '../annotations/track-index.js'
import type { TrackLooks } from '../annotations/track-looks.js'
import { boxOf, type Track } from '../annotations/track.js'
import { onNextPerson } from '../app/session.js'
import { showDone } from '../lib/notices.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'

/** A copied box, and the label of its track. */
interface Copied {
  videoId: string
  box: Rectangle
  link: Link
}

let copied: Copied | undefined
onNextPerson(() => (copied = undefined))

interface Page {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  editor: Editor
  /** The id of the selected track, and the track itself if its window is loaded. */
  id: string | undefined
  track: Track | undefined
  select: (id: string | undefined) => void
}

/** Returns the keys that copy the box of the selected track on the current frame, and paste it on another one. */
export function boxClipboard({ player, index, looks, editor, id, track, select }: Page) {
  const { videoId } = editor.store
  return {
    copyBox(event: KeyboardEvent) {
      const box = track && boxOf(track, player.snapshot().frame)
      const link = track && linkOf(index.entry(track.id))
      // The browser copies text that is selected.
      if (!box?.visible || !link || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      const { x, y, width, height } = box
      copied = { videoId, box: { x, y, width, height }, link }
      showDone(texts.watch.boxCopied(index.nameOf(track.id)))
    },
    pasteBox(event: KeyboardEvent) {
      if (copied?.videoId !== videoId) return
      event.preventDefault()
      player.pause()
      const keyframe = { ...copied.box, frameNumber: player.snapshot().frame }
      if (id === undefined) void editor.create(copied.link, keyframe).then((made) => made && select(made))
      else if (!looks.isLocked(id))
        // After a jump, the boxes around the frame may not be there yet.
        void editor.store
          .trackOnce(id, keyframe.frameNumber)
          .then((there) => there && editor.setKeyframe(there, keyframe))
    },
  }
}
