import { Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Refused } from '../app/Refused.js'
import { TransferBar } from '../app/TransferBar.js'
import { texts } from '../texts.js'
import { uploads } from './uploads.js'

const endings = ['.mp4', '.webm', '.ogg', '.mov', '.avi', '.mkv']

const words = texts.videos.upload

/** The drop zone for videos, the progress of the upload, and the files that were refused, with reasons. */
export function UploadVideos({ onDone }: { onDone: () => void }) {
  const { sending, refused, arrived } = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const seen = useRef(arrived)
  useEffect(() => {
    if (arrived === seen.current) return
    seen.current = arrived
    onDone()
  }, [arrived, onDone])
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
    </Stack>
  )
}
