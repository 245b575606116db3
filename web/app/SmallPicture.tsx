import { Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { VideoNamedFragment } from '../generated/graphql.js'
import classes from './SmallPicture.module.css'

interface Props {
  video: VideoNamedFragment
  /** The frame to show; one near the beginning if absent. */
  frame?: number | null | undefined
}

/** A picture of a video beside its name; a grey field for a file that was not read yet or cannot be read. */
export function SmallPicture({ video: { thumbnailUrl, probe }, frame }: Props) {
  const [isBlank, setBlank] = useState(false)
  const isMissing = !probe || probe.fault != null || (frame != null && frame >= (probe.frameCount ?? 0))
  if (isBlank || isMissing) return <span className={classes.picture} aria-hidden />
  // The address has parameters already, because it names the size.
  const src = frame == null ? thumbnailUrl : `${thumbnailUrl}&frame=${frame}`
  return (
    <img
      {...{ className: classes.picture, src, alt: '', loading: 'lazy', width: 64, height: 36 }}
      onError={() => setBlank(true)}
    />
  )
}

interface PicturedProps {
  /** The video that it is about; without one there is no picture. */
  video: VideoNamedFragment | null | undefined
  frame?: Props['frame']
  children: ReactNode
}

/** What is about a video or one of its frames, behind a small picture of it. */
export function Pictured({ video, frame, children }: PicturedProps) {
  if (!video) return children
  return (
    <Group gap="xs" wrap="nowrap">
      <SmallPicture key={frame} video={video} frame={frame} />
      {children}
    </Group>
  )
}
