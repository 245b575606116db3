import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from './gql'
import type { PlayerQuery } from './gql/graphql'

const playerQuery = graphql(`
  query Player($id: ID!, $from: Int!, $to: Int!, $step: Int!) {
    video(id: $id) {
      id
      filename
      streamUrl
      frameRate
      annotations(first: 100) {
        nodes {
          id
          label
          type
          target {
            __typename
            ... on OntologyType {
              typeName: name
            }
            ... on Entity {
              name
            }
            ... on Event {
              name
            }
          }
          boxes(from: $from, to: $to, step: $step) {
            frameNumber
            x
            y
            width
            height
            visible
            isKeyframe
          }
        }
      }
    }
  }
`)

type Annotation = NonNullable<PlayerQuery['video']>['annotations']['nodes'][number]

/** Frames asked for at once: the server computes every box between keyframes, so the page draws and does not interpolate. */
const windowSize = 300
const colours = ['#ffb000', '#4cc9f0', '#f72585', '#80ed99', '#b794f6', '#ff7b54']

/** The video with the boxes of its annotations drawn over the very frame that is on the screen. */
export function Player({ videoId }: { videoId: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frame, setFrame] = useState(0)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const from = Math.floor(frame / windowSize) * windowSize
  const [{ data, error }] = useQuery({
    query: playerQuery,
    variables: { id: videoId, from, to: from + windowSize - 1, step: 1 },
  })
  const frameRate = data?.video?.frameRate ?? 30
  const annotations = data?.video?.annotations.nodes ?? []
  const loaded = data?.video != null

  useEffect(() => {
    const element = video.current
    if (!element) return
    // The browser names the frame it presents, also after a seek; timeupdate comes four times a second only.
    let handle = element.requestVideoFrameCallback(function onFrame(_now, { mediaTime }) {
      setFrame(Math.round(mediaTime * frameRate))
      handle = element.requestVideoFrameCallback(onFrame)
    })
    return () => element.cancelVideoFrameCallback(handle)
  }, [loaded, frameRate])

  useEffect(() => {
    const paint = canvas.current?.getContext('2d')
    if (paint) draw(paint, annotations, frame)
  }, [annotations, frame, size])

  if (error) return <p role="alert">{error.message}</p>
  if (!data?.video) return <p className="quiet">Loading</p>
  const shown = annotations.filter((one) => boxOn(one, frame)).length
  return (
    <section aria-label="Player">
      <div className="screen">
        <video
          ref={video}
          src={data.video.streamUrl}
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
          controls
          muted
          playsInline
        />
        <canvas ref={canvas} {...size} />
      </div>
      <p className="quiet">
        {data.video.filename} · frame <output data-frame={frame}>{frame}</output> · {shown} of {annotations.length}{' '}
        annotations on it
      </p>
    </section>
  )
}

function boxOn(annotation: Annotation, frame: number) {
  return annotation.boxes.find((box) => box.frameNumber === frame && box.visible)
}

function nameOf({ target, label }: Annotation): string {
  if (target?.__typename === 'OntologyType') return target.typeName ?? ''
  return (target && 'name' in target && target.name) || (label ?? '')
}

/** Boxes are in pixels of the video; the canvas has as many and is stretched over it by style. */
function draw(paint: CanvasRenderingContext2D, annotations: Annotation[], frame: number): void {
  const { width, height } = paint.canvas
  const line = Math.max(2, width / 400)
  paint.clearRect(0, 0, width, height)
  paint.lineWidth = line
  paint.font = `600 ${line * 7}px system-ui, sans-serif`
  annotations.forEach((annotation, index) => {
    const box = boxOn(annotation, frame)
    if (!box) return
    const colour = colours[index % colours.length] ?? '#fff'
    const name = nameOf(annotation)
    paint.strokeStyle = paint.fillStyle = colour
    paint.setLineDash(box.isKeyframe ? [] : [line * 4, line * 2])
    paint.strokeRect(box.x, box.y, box.width, box.height)
    paint.fillRect(box.x - line / 2, box.y - line * 10, paint.measureText(name).width + line * 6, line * 10)
    paint.fillStyle = '#111'
    paint.fillText(name, box.x + line * 2, box.y - line * 3)
  })
}
