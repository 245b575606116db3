import { Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Refused } from '../app/Refused.js'
import { TransferBar } from '../app/TransferBar.js'
import { UploadedVideosDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import { readMs } from './Synchronise.js'
import { uploads } from './uploads.js'

const endings = ['.mp4', '.webm', '.ogg', '.mov', '.avi', '.mkv']

const words = texts.videos.upload

interface Props {
  /** Whether the server is reading new files. */
  isReading: boolean
  onDone: () => void
}

/**
 * The drop zone for videos, the progress of the upload, and the files that were refused or turned out to be unreadable,
 * with reasons.
 */
export function UploadVideos({ isReading, onDone }: Props) {
  const { sending, refused, arrived } = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const seen = useRef(arrived)
  useEffect(() => {
    if (arrived === seen.current) return
    seen.current = arrived
    if (arrived.length) onDone()
  }, [arrived, onDone])
  const { data } = useGraph(
    UploadedVideosDocument,
    { ids: [...arrived] },
    { enabled: arrived.length > 0, refetchInterval: isReading && readMs },
  )
  const unreadable = (data?.nodes ?? []).flatMap((one) =>
    one?.__typename === 'Video' && one.probe?.fault
      ? [{ name: one.filename, why: `${one.probe.fault}. ${words.replace}` }]
      : [],
  )
  return (
    <Stack gap="xs">
      <Dropzone
        // Use the dialog of a file input, which all browsers have, instead of Chromium's own.
        useFsAccessApi={false}
        onDrop={(files) => void uploads.take(files)}
        onReject={(files) =>
          uploads.refuse(files.map(({ file }) => ({ name: file.name, why: words.noVideo(endings.join(', ')) })))
        }
        accept={{ 'video/*': endings }}
        inputProps={{ 'aria-label': words.drop }}
        p="xs"
      >
        <Text ta="center" size="sm">
          {words.drop}
        </Text>
      </Dropzone>
      {sending && (
        <TransferBar
          label={words.sending(sending.name, sending.after)}
          state={sending.state}
          onStop={() => uploads.stop()}
        />
      )}
      <Refused title={words.refused} files={refused} onClose={() => uploads.putAway()} />
      <Refused title={words.unreadable} files={unreadable} onClose={() => uploads.forgetArrived()} />
    </Stack>
  )
}
