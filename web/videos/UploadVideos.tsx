import { Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useRef, useState } from 'react'
import { showDone, wordsOf } from '../app/notices.js'
import { Refused, type RefusedFile } from '../app/Refused.js'
import { TransferBar } from '../app/TransferBar.js'
import { upload, type Transfer } from '../lib/transfer.js'
import { texts } from '../texts.js'

const words = texts.videos.upload

/** Sends the files that are dropped here one after the other; what is refused stays in sight with the reason. */
export function UploadVideos({ onDone }: { onDone: () => void }) {
  const waiting = useRef<File[]>([])
  const stop = useRef<AbortController>(undefined)
  const [sending, setSending] = useState<{ name: string; after: number; state: Transfer }>()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])

  const forget = (names: readonly string[]) =>
    setRefused((before) => before.filter(({ name }) => !names.includes(name)))

  function refuse(more: readonly RefusedFile[]): void {
    forget(more.map(({ name }) => name))
    setRefused((before) => [...before, ...more])
  }

  async function send(file: File): Promise<void> {
    stop.current = new AbortController()
    const { signal } = stop.current
    const tell = (state: Transfer) => setSending({ name: file.name, after: waiting.current.length, state })
    const form = new FormData()
    form.append('file', file)
    tell({ done: 0, total: file.size })
    try {
      await upload('/api/videos/upload', form, tell, signal)
      showDone(words.done(file.name))
      onDone()
    } catch (error) {
      if (!signal.aborted) refuse([{ name: file.name, why: wordsOf(error, words.advice) }])
    }
  }

  async function take(files: readonly File[]): Promise<void> {
    forget(files.map(({ name }) => name))
    const isSending = stop.current !== undefined
    waiting.current.push(...files)
    if (isSending) return
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) await send(file)
    stop.current = undefined
    setSending(undefined)
  }

  return (
    <Stack gap="xs">
      <Dropzone
        // The dialog of a file input, which all browsers have, in place of Chromium's own.
        useFsAccessApi={false}
        onDrop={(files) => void take(files)}
        onReject={(files) =>
          refuse(files.map(({ file }) => ({ name: file.name, why: words.noVideo(words.endings.join(', ')) })))
        }
        accept={{ 'video/*': [...words.endings] }}
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
          onStop={() => stop.current?.abort()}
        />
      )}
      <Refused title={words.refused} files={refused} onClose={() => setRefused([])} />
    </Stack>
  )
}
