import { Anchor, Badge, Card, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { IconNoPicture } from '../app/frame-icons.js'
import { at, paths } from '../app/paths.js'
import type { LibraryQuery } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { unshown } from './playable.js'
import { lengthTime } from './clock-time.js'
import classes from './VideoCard.module.css'

const words = texts.videos

export function VideoCard({ video }: { video: LibraryQuery['videos']['nodes'][number] }) {
  const { id, filename, duration, resolution, thumbnailUrl, summaries, probe } = video
  const [isBlank, setBlank] = useState(false)
  const codec = unshown({ filename, codec: probe?.codec })
  const fault = probe?.fault ? words.faulty : codec && words.unshown(codec)
  return (
    <Card component="li" withBorder padding="sm" className={classes.card}>
      <Card.Section>
        {/* The server has no picture of a file that it cannot read, so none is asked for. */}
        {isBlank || probe?.fault ? (
          <div className={`${classes.picture} ${classes.blank}`}>
            <IconNoPicture size={32} />
          </div>
        ) : (
          <img
            {...{ className: classes.picture, src: thumbnailUrl, alt: '', loading: 'lazy', width: 320, height: 180 }}
            onError={() => setBlank(true)}
          />
        )}
      </Card.Section>
      <Anchor component={Link} href={at(paths.video, { videoId: id })} className={classes.link} fw={500} mt="xs">
        {filename}
      </Anchor>
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {[resolution ?? (probe?.fault ? undefined : words.noSize), duration != null && lengthTime(duration)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {fault && (
          <Text size="sm" c="orange">
            {fault}
          </Text>
        )}
        {summaries.length > 0 && <Badge variant="light">{words.summaries(summaries.length)}</Badge>}
      </Group>
    </Card>
  )
}
