import { Editor } from '../annotations/editor.js'
import { TrackIndex } from '../annotations/track-index.js'
import { TrackLooks } from '../annotations/track-looks.js'
import { TrackStore } from '../annotations/track-store.js'
import { showError } from '../lib/notices.js'
import { onNextPerson } from '../app/session.js'
import { PictureView } from '../videos/picture-view.js'

/** The state of a video page that is kept while the user visits another page, such as the acts to undo. */
export interface Watched {
  videoId: string
  store: TrackStore
  index: TrackIndex
  looks: TrackLooks
  editor: Editor
  picture: PictureView
}

/** Only the last opened video is kept, because its tracks may take some megabytes. */
let last: Watched | undefined
onNextPerson(() => (last = undefined))

/**
 * Returns the state of a video's page: the kept state if this was the last opened video, or else a new one; `frames` is
 * the number of frames.
 */
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
