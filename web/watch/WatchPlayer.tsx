import { useEffect, useRef, useState, type RefObject } from 'react'
import { BoxCanvas, type FoundBoxes } from '../annotations/BoxCanvas.js'
import { useChosenLooks } from '../annotations/box-looks.js'
import { Overlay } from '../annotations/Overlay.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { Timeline } from '../annotations/Timeline.js'
import type { Track } from '../annotations/track.js'
import type { TimeMark } from '../annotations/use-time-mark.js'
import type { WatchQuery } from '../generated/graphql.js'
import type { Player } from '../videos/player.js'
import type { useMediaFault } from '../videos/Unshown.js'
import { Screen } from './Screen.js'
import { Scrubber } from './Scrubber.js'
import { Transport } from './Transport.js'
import type { Watched } from './watched.js'
import classes from '../videos/VideoPage.module.css'

interface Size {
  width: number
  height: number
}

interface Props extends ReturnType<typeof useMediaFault> {
  video: NonNullable<WatchQuery['video']>
  player: Player
  watched: Watched
  size: Size
  /** Called with the size of the picture if the server does not know it. */
  onSize: (size: Size) => void
  boxes: readonly FoundBoxes[]
  tracks: readonly Track[] | undefined
  mark: TimeMark
  drawing: boolean
  pending: Rectangle | undefined
  onDrawn: (box: Rectangle) => void
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** The element that fills the screen. */
  whole: RefObject<HTMLDivElement | null>
  onFullscreen: () => void
}

/** The picture with its boxes, the controls below it, and the timeline. */
export function WatchPlayer({
  video,
  player,
  watched,
  size,
  media,
  events,
  tracks,
  selected,
  onSelect,
  ...props
}: Props) {
  const { store, index, looks, editor, picture } = watched
  const { drawing, pending } = props
  const element = useRef<HTMLVideoElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => player.attach(element.current!), [player])
  const [hovered, hover] = useState<string>()
  const labelling = useChosenLooks(index)
  const [source, ratio] = [media.fault ? undefined : video.streamUrl, size.width / size.height]
  const mine = { player, store, index, looks, picture, editor, size, selected }
  return (
    <div className={classes.column}>
      <div ref={props.whole} className={classes.player}>
        <Screen
          {...{ player, picture, size, layer }}
          video={
            <video
              ref={element}
              className={classes.video}
              src={video.streamUrl}
              preload="auto"
              playsInline
              aria-label={video.filename}
              {...events}
              onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
                width > 0 && !video.probe?.width && props.onSize({ width, height })
              }
            />
          }
        >
          <BoxCanvas {...mine} {...{ hovered, labelling }} isEdited found={props.boxes} />
          <Overlay
            {...mine}
            {...{ drawing, pending, onSelect }}
            layerRef={layer}
            onHover={hover}
            onDrawn={props.onDrawn}
          />
        </Screen>
        <Scrubber {...{ player, index, looks, selected, source, ratio }} />
        <Transport
          {...{ player, editor, index, looks, picture, element, selected, onSelect }}
          onFullscreen={props.onFullscreen}
        />
      </div>
      <Timeline {...{ player, editor, index, looks, tracks, selected, onSelect, source, ratio }} mark={props.mark} />
    </div>
  )
}
