import type { ServiceContext } from '../context.js'
import { fileInside, videoFile } from './paths.js'
import type { RunLimits } from './run.js'

interface VideoOfRequest {
  video_id: string
  video_path?: string
  video_url?: string
}

interface AudioOfRequest {
  audio_path: string
  audio_url?: string
}

/** Runs `act` with the path of a local file and returns its result. */
type Source = <T>(signal: AbortSignal, act: (file: string) => Promise<T>) => Promise<T>

/**
 * Gives access to the local copy of the object at `url`. Without `url`, or without a configured object store, to the
 * file that `local` finds.
 */
async function sourceOf(
  { config, objects }: ServiceContext,
  url: string | undefined,
  local: () => Promise<string>,
): Promise<Source> {
  if (url !== undefined && config.cache.origins.length > 0) return (signal, act) => objects.use(url, signal, act)
  const file = await local()
  return (_signal, act) => act(file)
}

/** Runs `act` with the video of a request. */
export async function withVideo<T>(
  context: ServiceContext,
  body: VideoOfRequest,
  { signal }: RunLimits,
  act: (file: string) => Promise<T>,
): Promise<T> {
  const local = () => videoFile(context.folders.videos, body.video_path, body.video_id)
  return (await sourceOf(context, body.video_url, local))(signal, act)
}

/** Returns the audio, or the video with sound, of a request. */
export function audioOf(context: ServiceContext, body: AudioOfRequest): Promise<Source> {
  const { audio, videos } = context.folders
  const roots = audio === null ? [videos] : [videos, audio]
  return sourceOf(context, body.audio_url, () => fileInside(roots, body.audio_path, 'audio_path'))
}
