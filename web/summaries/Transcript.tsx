import { Anchor, Button, Checkbox, Group, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useContext, useRef, useState } from 'react'
import { useDraft } from '../app/draft.js'
import { showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import {
  TranscribeVideoDocument,
  type TranscribeVideoMutation,
  type TranscribeVideoInput,
} from '../generated/graphql.js'
import { graph } from '../lib/graph.js'
import { Beside } from '../personas/places.js'
import { texts } from '../texts.js'
import { clockTime } from '../videos/clock-time.js'

type Transcript = TranscribeVideoMutation['transcribeVideo']['transcript']

interface Props {
  videoId: string
  /** The transcript that was used to write the summary. */
  stored: string | null | undefined
}

const words = texts.reading.transcript

/**
 * The speech in a video as text, transcribed by a model on request; each segment is a link to its place in the video.
 */
export function TranscriptPart({ videoId, stored }: Props) {
  const { transcript, isRunning, transcribe, stop } = useTranscription(videoId)
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="transcript-title">
      <Stack gap="sm">
        <Title order={2} size="h5" id="transcript-title">
          {words.title}
        </Title>
        <TranscribeForm isRunning={isRunning} onStart={(options) => void transcribe(options)} />
        <Group role="status" justify="space-between">
          <Text size="sm" c="dimmed">
            {isRunning ? words.running : transcript ? words.by(transcript.modelUsed, transcript.language) : words.hint}
          </Text>
          {isRunning && (
            <Button size="compact-sm" variant="default" onClick={stop}>
              {texts.jobs.cancel}
            </Button>
          )}
        </Group>
        {transcript ? (
          <Segments transcript={transcript} />
        ) : (
          stored && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {stored}
            </Text>
          )
        )}
      </Stack>
    </Paper>
  )
}

type Options = Omit<TranscribeVideoInput, 'videoId'>

interface Kept {
  videoId: string
  transcript: Transcript
}

/** The number of transcripts that the browser keeps, of those made last: its storage is small. */
const mostKept = 5

/** Returns the transcript of a video that a model made last, and the means to start and stop another one. */
function useTranscription(videoId: string) {
  // The server stores no transcript.
  const { draft, setDraft } = useDraft<readonly Kept[]>('transcripts')
  const transcript = draft?.find((one) => one.videoId === videoId)?.transcript
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)

  async function transcribe(options: Options) {
    const stop = new AbortController()
    running.current = stop
    setRunning(true)
    try {
      const { transcribeVideo } = await graph(
        TranscribeVideoDocument,
        { input: { videoId, ...options } },
        { signal: stop.signal },
      )
      const made = { videoId, transcript: transcribeVideo.transcript }
      setDraft((before) => [made, ...(before ?? []).filter((one) => one.videoId !== videoId)].slice(0, mostKept))
    } catch (error) {
      if (!stop.signal.aborted) showError(error)
    } finally {
      setRunning(false)
    }
  }

  return { transcript, isRunning, transcribe, stop: () => running.current?.abort() }
}

function TranscribeForm({ isRunning, onStart }: { isRunning: boolean; onStart: (options: Options) => void }) {
  const [language, setLanguage] = useState('')
  const [enableDiarization, setDiarization] = useState(false)
  const [numSpeakers, setSpeakers] = useState<number | string>('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onStart({
          enableDiarization,
          ...(language.trim() && { language: language.trim() }),
          ...(enableDiarization && numSpeakers !== '' && { numSpeakers: Number(numSpeakers) }),
        })
      }}
    >
      <Group align="end" gap="sm">
        <TextInput
          label={words.language}
          placeholder={words.detected}
          maxLength={bounds.spokenLanguage.maxLength}
          w={170}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
        {enableDiarization && (
          <NumberInput
            label={words.speakers}
            placeholder={words.unknown}
            min={1}
            allowDecimal={false}
            w={170}
            value={numSpeakers}
            onChange={setSpeakers}
          />
        )}
        <Button type="submit" size="sm" variant="default" loading={isRunning}>
          {words.start}
        </Button>
      </Group>
      <Checkbox
        mt="xs"
        label={words.diarization}
        checked={enableDiarization}
        onChange={({ currentTarget }) => setDiarization(currentTarget.checked)}
      />
    </form>
  )
}

function Segments({ transcript: { segments, text } }: { transcript: Transcript }) {
  const beside = useContext(Beside)
  if (!segments.length) return <Text size="sm">{text || words.none}</Text>
  return (
    <Stack
      component="ol"
      aria-label={words.title}
      tabIndex={0}
      gap={4}
      m={0}
      p={0}
      mah={320}
      style={{ overflow: 'auto', listStyle: 'none' }}
    >
      {segments.map(({ start, text: spoken, speaker }, i) => (
        <Text key={i} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {beside && start <= beside.duration ? (
            <Anchor component="button" type="button" inherit onClick={() => beside.show({ time: start })}>
              {clockTime(start)}
            </Anchor>
          ) : (
            clockTime(start)
          )}{' '}
          {speaker && <b>{speaker}: </b>}
          {spoken}
        </Text>
      ))}
    </Stack>
  )
}
