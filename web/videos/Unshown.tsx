import { Alert, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.js'
import { codecName, remedyFor, unshown } from './playable.js'

const words = texts.unshown

interface Fault {
  /** Where playing has ended, in seconds; undefined where no picture was ever shown. */
  brokeOffAt?: number
}

/** What a video element reports: spread `events` over it. A file whose sound alone plays has no picture either. */
export function useMediaFault() {
  const [fault, setFault] = useState<Fault>()
  const events = {
    onError: ({ currentTarget: { error, currentTime } }: { currentTarget: HTMLVideoElement }) => {
      if (error) setFault(error.code === MediaError.MEDIA_ERR_DECODE ? { brokeOffAt: currentTime } : {})
    },
    onLoadedData: ({ currentTarget }: { currentTarget: HTMLVideoElement }) =>
      setFault(currentTarget.videoWidth === 0 ? {} : undefined),
  }
  return { fault, events }
}

interface Props {
  video: { filename: string; probe?: { codec?: string | null } | null }
  fault: Fault | undefined
}

/** Says that the browser cannot show the video or a part of it, why, and what helps. */
export function Unshown({ video: { filename, probe }, fault }: Props) {
  const codec = probe?.codec
  const name = unshown({ filename, codec })
  if (!fault && !name) return null
  const said = name ?? (codec ? codecName(codec) : words.unknown)
  const text = fault?.brokeOffAt === undefined ? words.text(said) : words.brokeOff(said, fault.brokeOffAt)
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
