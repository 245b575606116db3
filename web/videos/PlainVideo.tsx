import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import type { WatchQuery } from '../generated/graphql.js'
import { useFrameTimes } from './frame-times.js'
import { PlainControls } from './PlainControls.js'
import { clockOf, Player } from './player.js'
import { Unshown, useMediaFault } from './Unshown.js'
import { useAddress } from './use-address.js'
import classes from './VideoPage.module.css'

/** The size of a picture, in pixels. */
export interface Size {
  width: number
  height: number
}

interface Props {
  video: NonNullable<WatchQuery['video']>
  /** Receives the player once the video can seek to frames, and null when the video is unmounted. */
  onPlayer?: (player: Player | null) => void
  /** Renders what is drawn over the picture. */
  overlay?: (player: Player, size: Size) => ReactNode
  /** The selected track, which the address names; undefined leaves the one that the address names. */
  selected?: string | undefined
}

/** A video with the controls that a reader needs, for pages about summaries; it starts at the frame of the address. */
export function PlainVideo(props: Props) {
  const { isReady, error, refetch, ...times } = useFrameTimes(props.video)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return isReady ? <Ready {...props} {...times} /> : <Loading />
}

function Ready({ video, times, onPlayer, overlay, selected }: Props & { times?: readonly number[] }) {
  const [search] = useSearchParams()
  const [player] = useState(() => new Player(clockOf(video, times), Number(search.get('frame') ?? 0)))
  const element = useRef<HTMLVideoElement>(null)
  const { media, events } = useMediaFault()
  const [size, setSize] = useState({ width: video.probe?.width ?? 1280, height: video.probe?.height ?? 720 })
  useEffect(() => player.attach(element.current!), [player])
  useEffect(() => {
    onPlayer?.(player)
    return () => onPlayer?.(null)
  }, [player, onPlayer])
  useAddress(player, selected)
  return (
    <>
      <Unshown video={video} media={media} />
      <div className={classes.plain} style={{ ['--ratio' as string]: size.width / size.height }}>
        <video
          ref={element}
          className={classes.video}
          src={video.streamUrl}
          playsInline
          aria-label={video.filename}
          onClick={() => player.toggle()}
          {...events}
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            width > 0 && !video.probe?.width && setSize({ width, height })
          }
        />
        {overlay?.(player, size)}
      </div>
      <PlainControls player={player} element={element} />
    </>
  )
}
