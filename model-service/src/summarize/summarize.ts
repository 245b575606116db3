import { Problem } from '../problem.js'
import { readVideo, type VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { speechAudio } from '../media/speech-audio.js'
import type { SummarizeRequest } from '../media.schema.js'
import { typeLabels } from '../detect/type-labels.js'
import { Missing, type Part } from '../models/parts.js'
import { stableId } from '../stable-id.js'
import { elapsedSeconds } from '../elapsed.js'
import type { WrittenVocabulary } from '../objects/vocabulary.js'
import { later, speechIn } from '../hearing/speech-in.js'
import { hearSpeech } from '../providers/hear-speech.js'
import type { ProviderModel } from '../providers/provider.js'
import type { Speech } from '../providers/speech.js'
import { changedFrames, changesOf, type Change } from './changes.js'
import { fuse, type Fused } from './fusion.js'
import { speechTold, transcriptOf } from './heard.js'
import { lookFor, type ObjectFindings } from './looks.js'
import { countsOf, objectsTold } from './objects.js'
import { analysePicture, chooseKeyFrames, timeOf } from './picture.js'
import type { PictureFindings } from './picture.js'
import { analyseSound } from './sound.js'
import { measured, note, shown, thousandths, type Told } from './told.js'
import { counted, lookOf, oneLine, seconds } from './wording.js'
import { readFrames, textsTold, type WrittenText } from './written.js'

const mostShotsListed = 20

/** The contribution of the service to a summary, in addition to the request. */
export interface SummaryService {
  /** Path of the video. */
  file: string
  keyFramesOnly: boolean
  model: string
  /** The detectors of objects, text and speech; undefined if the selected model only measures signals. */
  parts: { objects: Part<'objects'>; text: Part<'text'>; speech: Part<'speech'> } | undefined
  /** The model that transcribes speech; null if none is available. */
  words: ProviderModel | null
  vocabulary: WrittenVocabulary
  /** The number of pictures that are given to the detector at a time. */
  batchSize: number
}

/**
 * Summarises a video from measures of picture and sound, from objects and text recognised in its frames, and from its
 * speech. Every sentence has its evidence, and the summary states what it does not know (MS-03). Throws 400 if no frame
 * can be decoded.
 */
export async function summarizeVideo(request: SummarizeRequest, service: SummaryService, limits: RunLimits) {
  const video = await readVideo(service.file, limits, request.frame_clock)
  const startedAt = performance.now()
  const wanted = { samplesPerSecond: request.frame_sample_rate, maxFrames: request.max_frames }
  const measures = await analysePicture(video, { ...wanted, keyFramesOnly: service.keyFramesOnly }, limits)
  if (measures.measures.length === 0) throw new Problem(400, 'The video has no frame that can be decoded')
  const { parts, batchSize } = service
  const objects = await parts?.objects((detector) => lookFor(measures, detector, batchSize, limits))
  const found = objects instanceof Missing ? undefined : objects
  const changes = found ? changesOf(found) : []
  const picture = found ? withChanges(measures, wanted, found, changes) : measures
  const frames = picture.keyFrames.map(({ at }) => picture.measures[at]!.index)
  const read = await parts?.text((reader) => readFrames(video, frames, reader, limits))
  const texts = read instanceof Missing || !read ? [] : read.texts
  const visualTime = elapsedSeconds(startedAt)
  const hearing = request.enable_audio && video.hasAudio
  const soundStartedAt = performance.now()
  const sound = hearing ? await analyseSound(video, limits) : null
  const speech = hearing ? await parts?.speech((detector) => speechIn(video.path, detector, limits)) : undefined
  const heard = speech instanceof Missing ? undefined : speech
  const spoken = heard && later(heard, video.soundFrom)
  const words = spoken?.length ? await wordsOf(request, video, service.words, limits) : null
  const audioTime = hearing ? elapsedSeconds(soundStartedAt) : null
  const fusionStartedAt = performance.now()
  const fused = fuse(request.fusion_strategy, picture, sound)
  const reader = { need: request.information_need, types: request.persona_types, vocabulary: service.vocabulary }
  const passages: Told[] = [
    ...opening(request, picture),
    ...(found ? objectsTold(found, video.height / video.width, reader) : []),
    ...textsTold(texts),
    ...(spoken ? speechTold(spoken, words) : []),
    ...fused.sentences,
    ...(request.enable_audio && !video.hasAudio ? [measured('The video has no sound track.')] : []),
    ...honesty(sound !== null, { objects, read, speech, words }),
  ]
  const confidence = fused.keyFrames.reduce((sum, frame) => sum + frame.confidence, 0) / fused.keyFrames.length
  const speakers = new Set(words?.segments.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
  return {
    id: stableId('summary', service.model, request),
    video_id: request.video_id,
    persona_id: request.persona_id,
    summary: passages.map(({ text }) => text).join(' '),
    evidence: passages,
    visual_analysis: visualAnalysis(picture).join(' '),
    audio_transcript: words?.text ?? null,
    type_labels: await typeLabels(
      request.type_words,
      found?.frames.flatMap((look) => look.objects.map(({ name }) => name)) ?? [],
      service.vocabulary,
    ),
    key_frames: describe(fused.keyFrames, found, changes, texts),
    confidence: thousandths(confidence),
    transcript_json: spoken ? transcriptOf(spoken, words) : null,
    audio_language: words?.language ?? null,
    speaker_count: speakers.size > 0 ? speakers.size : null,
    audio_model_used: hearing ? (words?.model ?? (spoken ? 'silero-vad-5' : 'baseline-loudness')) : null,
    visual_model_used: service.model,
    fusion_strategy: request.fusion_strategy,
    processing_time_audio: audioTime,
    processing_time_visual: visualTime,
    processing_time_fusion: hearing ? elapsedSeconds(fusionStartedAt) : null,
    thinking: null,
  }
}

/** Returns the findings with key frames chosen again, so that some show objects that appear or disappear. */
function withChanges(
  picture: PictureFindings,
  wanted: { samplesPerSecond: number; maxFrames: number },
  found: ObjectFindings,
  changes: readonly Change[],
): PictureFindings {
  const positions = new Map(picture.measures.map(({ index }, at) => [index, at]))
  const looked = found.frames.flatMap(({ frame }) => positions.get(frame) ?? [])
  return { ...picture, keyFrames: chooseKeyFrames(picture, wanted, changedFrames(picture, changes), looked) }
}

/** Returns the transcript of a provider; null if none is available. */
async function wordsOf(
  request: SummarizeRequest,
  video: VideoFacts,
  model: ProviderModel | null,
  limits: RunLimits,
): Promise<Speech | null> {
  if (!model) return null
  const { temperature, prompt } = request.audio_overrides ?? {}
  const sound = await speechAudio(video.path, limits)
  const question = { ...sound, language: request.audio_language, temperature, prompt }
  const speech = await hearSpeech(model, question, limits.signal)
  return { ...speech, segments: later(speech.segments, video.soundFrom) }
}

/** Returns the first sentences: length and shots, the longest shot, and the strongest motion, except for cuts. */
function opening(request: SummarizeRequest, picture: PictureFindings): Told[] {
  const reader = request.persona_role ? ` for the role ${oneLine(request.persona_role)}` : ''
  const need = request.information_need ? ` (information need: ${oneLine(request.information_need)})` : ''
  const longest = picture.shots.reduce((best, shot) => (shot.to - shot.from > best.to - best.from ? shot : best))
  const peak = picture.measures.reduce((best, measure, at) => {
    return measure.motion > picture.measures[best]!.motion && !picture.shots.some((shot) => shot.from === at)
      ? at
      : best
  }, 0)
  const frame = (at: number) => ({
    frame_number: picture.measures[at]!.index,
    timestamp: thousandths(timeOf(picture, at)),
  })
  return [
    note(`Baseline summary${reader}${need}.`),
    measured(
      `The video lasts ${seconds(picture.video.length)} and holds ` + `${counted(picture.shots.length, 'shot')}.`,
      picture.shots.slice(0, mostShotsListed).map(({ from }) => frame(from)),
    ),
    measured(`The longest shot begins at ${seconds(timeOf(picture, longest.from))} (${lookOf(longest)}).`, [
      frame(longest.from),
      frame(longest.to),
    ]),
    picture.measures[peak]!.motion > 0.002
      ? measured(`Motion is strongest at ${seconds(timeOf(picture, peak))}.`, [frame(peak)])
      : measured('Nothing moves within the shots.'),
  ]
}

function visualAnalysis(picture: PictureFindings): string[] {
  const { width, height, fps } = picture.video
  const shots = picture.shots.slice(0, mostShotsListed).map((shot, number) => {
    const place = `frame ${picture.measures[shot.from]!.index} (${seconds(timeOf(picture, shot.from))})`
    return `Shot ${number + 1} begins at ${place}: ${lookOf(shot)}.`
  })
  const left = picture.shots.length - shots.length
  return [
    `Measured ${counted(picture.measures.length, 'frame')} of ${width}x${height} pixels at ${Number(fps.toFixed(3))} frames per second.`,
    ...(picture.coarse ? ['Only key frames were decoded, so times are coarse and short shots can be missed.'] : []),
    ...shots,
    ...(left > 0 ? [`${left} later shots are left out here.`] : []),
  ]
}

/**
 * Adds to the key frames the objects and the text recognised in them, with boxes and confidences, and the objects that
 * appear or disappear.
 */
function describe(
  keyFrames: Fused['keyFrames'],
  found: ObjectFindings | undefined,
  changes: readonly Change[],
  texts: readonly WrittenText[],
) {
  if (!found && !texts.length) return keyFrames
  return keyFrames.map((frame) => {
    const objects = found?.frames.find((look) => look.frame === frame.frame_number)?.objects
    const seen = objects && countsOf(objects)
    const changed = changes.filter((one) => one.frame === frame.frame_number).map(({ text }) => text)
    const lines = texts.flatMap(({ sightings }) =>
      sightings.filter((one) => one.frame === frame.frame_number).map(({ line }) => line),
    )
    const description = [
      frame.description,
      ...(seen ? [`Seen: ${seen}.`] : []),
      ...(changed.length ? [`Changes: ${changed.join('; ')}.`] : []),
      ...(lines.length ? [`Read: ${lines.map(({ text }) => `"${text}"`).join(', ')}.`] : []),
    ].join(' ')
    return {
      ...frame,
      description,
      ...(objects && { objects: objects.map(shown) }),
      ...(lines.length && { texts: lines.map(({ text, box, confidence }) => shown({ name: text, box, confidence })) }),
    }
  })
}

interface PartsDone {
  objects: ObjectFindings | Missing | undefined
  read: { frames: number } | Missing | undefined
  speech: unknown
  words: Speech | null
}

/** Returns the last sentences: what the summary is based on, and what could not be looked for. */
function honesty(heard: boolean, { objects, read, speech, words }: PartsDone): Told[] {
  const signals = heard ? 'brightness, colour, motion and loudness' : 'brightness, colour and motion'
  if (!objects && !read && !speech)
    return [
      note(
        `These are measurements of ${signals}; no object was recognised${heard ? ' and no speech transcribed' : ''}.`,
      ),
    ]
  return [
    objects instanceof Missing
      ? note(`No object was recognised; these are measurements of ${signals}.`)
      : note(
          'What is seen was recognised by a detector of 80 everyday classes with a confidence of at least one half; the ' +
            `rest are measurements of ${signals}${heard && !words ? ', and no speech was transcribed' : ''}.`,
        ),
    ...(objects instanceof Missing ? [note(`Objects were not looked for: ${objects.reason}.`)] : []),
    ...(read instanceof Missing ? [note(`Text was not looked for: ${read.reason}.`)] : []),
    ...(heard && speech instanceof Missing ? [note(`Speech was not listened for: ${speech.reason}.`)] : []),
  ]
}
