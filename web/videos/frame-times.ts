import { useQuery } from '@tanstack/react-query'
import { FrameTimesDocument, type WatchQuery } from '../generated/graphql.js'
import { graph, keyOf } from '../lib/graph.js'

/**
 * Returns the start of each frame of a video, in seconds, which the player needs if the frame rate varies. Other videos
 * are ready immediately, without times.
 */
export function useFrameTimes({ id, probe }: NonNullable<WatchQuery['video']>) {
  const isNeeded = probe?.isVariableRate ?? false
  const count = probe?.frameCount ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(FrameTimesDocument, { videoId: id, from: 0 }),
    queryFn: async ({ signal }) => {
      const times: number[] = []
      while (times.length < count) {
        const answer = await graph(FrameTimesDocument, { videoId: id, from: times.length }, { signal })
        const more = answer.video?.frameTimes ?? []
        if (more.length === 0) break
        times.push(...more)
      }
      return times
    },
    staleTime: Infinity,
    enabled: isNeeded,
  })
  const isReady = !isNeeded || data !== undefined
  return { isReady, error: isReady ? null : error, refetch, ...(data && { times: data }) }
}
