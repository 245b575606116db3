import { Editor } from '../annotations/editor.js'
import { TrackIndex } from '../annotations/track-index.js'
import { TrackLooks } from '../annotations/track-looks.js'
import { TrackStore } from '../annotations/track-store.js'
import { showError } from '../lib/notices.js'
import { onNextPerson } from '../app/session.js'
import { PictureView } from '../videos/picture-view.js'

/** What is kept of the page of a video while the user looks at another page, such as what can be undone. */
export interface Watched {
  videoId: string
  store: TrackStore
  index: TrackIndex
  looks: TrackLooks
  editor: Editor
  picture: PictureView
}

/** Only the video that was opened last is kept: its tracks may take some megabytes. */
let last: Watched | undefined
onNextPerson(() => (last = undefined))

/** What belongs to a video, as it was left if that was the last one that was open; `frames` is its number of frames. */
export function watchedOf(videoId: string, frames: number): Watched {
  if (last?.videoId !== videoId) {
    const store = new TrackStore(videoId, frames)
    const index = new TrackIndex(videoId)
    store.onError = showError
    index.onError = showError
    const editor = new Editor(store, index, showError)
    last = { videoId, store, index, looks: new TrackLooks(index), editor, picture: new PictureView() }
  }
  return last
}
