import { useParams } from 'wouter'
import { ErrorNote } from '../app/ErrorNote.js'
import { NotFound } from '../app/NotFound.js'
import { Loading } from '../app/Page.js'
import { WatchDocument, type WatchQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { useFrameTimes } from '../videos/frame-times.js'
import { Watch } from './Watch.js'

/** The page of one video: the player, its tracks and the panels that edit them. */
export function VideoPage() {
  const { videoId = '' } = useParams()
  const { data, error, refetch } = useGraph(WatchDocument, { videoId }, { staleTime: Infinity })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.video) return <NotFound />
  return <WatchReady key={videoId} video={data.video} />
}

/** Shows the video once the starts of its frames are known. */
function WatchReady({ video }: { video: NonNullable<WatchQuery['video']> }) {
  const { isReady, error, refetch, ...times } = useFrameTimes(video)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return isReady ? <Watch video={video} {...times} /> : <Loading />
}
