import { Alert, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.js'
import { codecName, remedyFor, unshown } from './playable.js'

const words = texts.unshown

interface Fault {
  /** The time at which playback ended, in seconds; undefined if no picture was ever shown. */
  brokeOffAt?: number
}

/** What a video element has reported about its file. */
export interface Media {
  fault?: Fault | undefined
  /** The duration according to the file, in seconds. */
  duration?: number
}

/**
 * Returns what a video element reports about its file, and `events` to spread over the element. A file of which only
 * the sound plays counts as faulty too.
 */
export function useMediaFault() {
  const [media, setMedia] = useState<Media>({})
  const setFault = (fault: Fault | undefined) => setMedia((before) => ({ ...before, fault }))
  const events = {
    onError: ({ currentTarget: { error, currentTime } }: { currentTarget: HTMLVideoElement }) => {
      if (error) setFault(error.code === MediaError.MEDIA_ERR_DECODE ? { brokeOffAt: currentTime } : {})
    },
    onLoadedData: ({ currentTarget: { videoWidth, duration } }: { currentTarget: HTMLVideoElement }) =>
      setMedia({ fault: videoWidth === 0 ? {} : undefined, duration }),
  }
  return { media, events }
}

interface Props {
  video: { filename: string; probe?: { codec?: string | null; fault?: string | null; duration?: number | null } | null }
  media: Media
}

/** Explains which part of the file cannot be read or shown by this browser, why, and what helps. */
export function Unshown({ video: { filename, probe }, media: { fault, duration = 0 } }: Props) {
  const codec = probe?.codec
  // A copy does not help if the server cannot read the file.
  if (probe?.fault)
    return (
      <Alert color="orange" title={words.unreadable}>
        <Text size="sm">{probe.fault}</Text>
        <Text size="sm">{words.replace}</Text>
      </Alert>
    )
  const name = unshown({ filename, codec })
  if (!fault && !name) {
    const read = probe?.duration
    // Sound may continue for some time after the last picture.
    if (read == null || !Number.isFinite(duration) || duration < 1.05 * read + 1) return null
    return (
      <Alert color="orange" title={words.cutOff}>
        <Text size="sm">{words.cutOffAt(read, duration)}</Text>
      </Alert>
    )
  }
  const codecLabel = name ?? (codec ? codecName(codec) : words.unknown)
  const text = fault?.brokeOffAt === undefined ? words.text(codecLabel) : words.brokeOff(codecLabel, fault.brokeOffAt)
  return (
    <Alert color="orange" title={words.title}>
      <Text size="sm">{text}</Text>
      <Text size="sm">{words.remedy}</Text>
      {/* Wrapped, since on a telephone the command is wider than the screen. */}
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {remedyFor(filename)}
      </Code>
    </Alert>
  )
}
