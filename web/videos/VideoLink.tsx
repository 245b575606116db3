import { Anchor, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { VideoNamedFragment } from '../generated/graphql.js'
import classes from './VideoLink.module.css'

interface Props {
  video: VideoNamedFragment
  /** The page about the video to which the name leads. */
  href: string
  /** The text of the link, if it is not the name of the video alone. */
  name?: string
}

/** The name of a video as a link, behind a small picture of it. */
export function VideoLink({ video, href, name = video.filename }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <SmallPicture video={video} />
      <Anchor component={Link} inherit href={href}>
        {name}
      </Anchor>
    </Group>
  )
}

/** A picture of a video beside its name; a grey field for a file that was not read yet or cannot be read. */
export function SmallPicture({ video: { thumbnailUrl, probe } }: Pick<Props, 'video'>) {
  const [isBlank, setBlank] = useState(false)
  if (isBlank || !probe || probe.fault) return <span className={classes.picture} aria-hidden />
  return (
    <img
      {...{ className: classes.picture, src: thumbnailUrl, alt: '', loading: 'lazy', width: 64, height: 36 }}
      onError={() => setBlank(true)}
    />
  )
}
