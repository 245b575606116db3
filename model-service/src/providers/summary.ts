import { Type } from '@sinclair/typebox'
import { elapsedSeconds } from '../elapsed.js'
import { later, speechHeard } from '../hearing/speech-in.js'
import { jpegFrames } from '../media/jpeg-frames.js'
import type { JpegFrame } from '../media/jpeg-frames.js'
import { readVideo } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { speechAudio } from '../media/speech-audio.js'
import type { SummarizeRequest } from '../media.schema.js'
import { Problem } from '../problem.js'
import type { Part } from '../models/parts.js'
import { stableId } from '../stable-id.js'
import { ask } from './ask.js'
import { clampShare } from './form.js'
import type { ProviderModel } from './provider.js'
import { hearSpeech } from './hear-speech.js'
import { transcriptOf } from '../summarize/heard.js'
import { summaryInstructions, summaryParts } from './summary-prompt.js'

const summaryAnswer = Type.Object(
  {
    summary: Type.String({ description: 'What the video shows, for the reader, in one or two paragraphs' }),
    visual_analysis: Type.String({ description: 'What is to be seen, in the order of the frames' }),
    key_frames: Type.Array(
      Type.Object(
        {
          frame: Type.Integer({ description: 'Number of the frame as shown' }),
          description: Type.String(),
          confidence: Type.Number({ description: 'How sure the description is, from 0 to 1' }),
        },
        { additionalProperties: false },
      ),
      { description: 'The frames that matter most' },
    ),
    confidence: Type.Number({ description: 'How well the summary is founded, from 0 to 1' }),
  },
  { additionalProperties: false },
)

interface SummaryModels {
  vision: ProviderModel
  /** The model that transcribes the sound; null if none is available. */
  hearing: ProviderModel | null
  /** The model that transcribes and distinguishes voices; null if none is available. */
  voices: ProviderModel | null
  /** Finds speech, if a speech detector is available. */
  listening: Part<'speech'>
}

/**
 * Lets a provider summarise sampled frames and, if the request asks for it and a model is available, the speech
 * (MS-03). Throws 400 if no frame can be decoded.
 */
export async function providerSummary(
  request: SummarizeRequest,
  file: string,
  models: SummaryModels,
  limits: RunLimits,
) {
  const video = await readVideo(file, limits, request.frame_clock)
  const audioStartedAt = performance.now()
  // Picked one by one, because the object may contain any other property.
  const { temperature, prompt } = request.audio_overrides ?? {}
  const hearing = (request.enable_speaker_diarization ? models.voices : null) ?? models.hearing
  const heard =
    request.enable_audio && video.hasAudio && hearing
      ? await hearSpeech(
          hearing,
          { ...(await speechAudio(video.path, limits)), language: request.audio_language, temperature, prompt },
          limits.signal,
        )
      : null
  const speech = heard && { ...heard, segments: later(heard.segments, video.soundFrom) }
  const stretches = heard && (await speechHeard(video.path, models.listening, limits))
  const spoken = stretches && later(stretches, video.soundFrom)
  const audioTime = speech ? elapsedSeconds(audioStartedAt) : null
  const startedAt = performance.now()
  const frames = await jpegFrames(
    video,
    { samplesPerSecond: request.frame_sample_rate, maxFrames: request.max_frames },
    limits,
  )
  if (frames.length === 0) throw new Problem(400, 'The video has no frame that can be decoded')
  const { value, model } = await ask(
    models.vision,
    {
      name: 'video_summary',
      instructions: summaryInstructions(request, speech !== null),
      parts: summaryParts(request, video, frames, speech),
      schema: summaryAnswer,
      sampling: request.generation_overrides,
    },
    limits.signal,
    ({ summary }) => (summary.trim() === '' ? '/summary has no words' : undefined),
  )
  const speakers = new Set(speech?.segments.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
  return {
    id: stableId('summary', model, request),
    video_id: request.video_id,
    persona_id: request.persona_id,
    summary: value.summary,
    visual_analysis: value.visual_analysis,
    audio_transcript: speech?.text ?? null,
    key_frames: keyFrames(value.key_frames, frames),
    confidence: clampShare(value.confidence),
    transcript_json:
      speech && (spoken ? transcriptOf(spoken, speech) : { language: speech.language, segments: speech.segments }),
    audio_language: speech?.language ?? null,
    speaker_count: speakers.size > 0 ? speakers.size : null,
    audio_model_used: speech?.model ?? null,
    visual_model_used: model,
    fusion_strategy: request.fusion_strategy,
    processing_time_audio: audioTime,
    processing_time_visual: elapsedSeconds(startedAt),
    // There is no separate fusion: the call that reads the frames also combines picture and sound.
    processing_time_fusion: null,
    thinking: null,
  }
}

/** Returns the frames that the model named, each once, in order; numbers without a frame are omitted. */
function keyFrames(named: { frame: number; description: string; confidence: number }[], frames: JpegFrame[]) {
  const first = new Map(named.map((one) => [one.frame, one] as const).reverse())
  return [...first.values()]
    .sort((a, b) => a.frame - b.frame)
    .flatMap(({ frame: number, description, confidence }) => {
      const frame = frames[number - 1]
      return frame
        ? [{ frame_number: frame.index, timestamp: frame.timestamp, description, confidence: clampShare(confidence) }]
        : []
    })
}
