import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { Pictured } from '../app/SmallPicture.js'
import type { VideoNamedFragment } from '../generated/graphql.js'

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
    <Pictured video={video}>
      <Anchor component={Link} inherit href={href}>
        {name}
      </Anchor>
    </Pictured>
  )
}
