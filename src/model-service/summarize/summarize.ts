import { Problem } from '../problem.js'
import { videoFile } from '../media/paths.js'
import { probeVideo } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import type { SummarizeRequest } from '../media.schema.js'
import { stableId } from '../stable-id.js'
import { elapsedSeconds } from '../elapsed.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import type { WrittenVocabulary } from '../objects/vocabulary.js'
import { fuse, type Fused } from './fusion.js'
import { analyseObjects, objectSentences, objectsOfFrame, type ObjectFindings } from './objects.js'
import { analysePicture, timeOf } from './picture.js'
import type { PictureFindings } from './picture.js'
import { analyseSound } from './sound.js'
import { counted, lookOf, oneLine, seconds } from './wording.js'

const mostShotsListed = 20

export interface SummaryService {
  videoRoot: string
  keyFramesOnly: boolean
  model: string
  /** Undefined where the selected model does not look for objects; the reason where it cannot. */
  detector: ObjectDetector | { missing: string } | undefined
  vocabulary: WrittenVocabulary
}

/**
 * Summarises a video from measures of picture and sound and from what the detector recognises in its key frames; says
 * what it does not know (MS-03).
 */
export async function summarizeVideo(request: SummarizeRequest, service: SummaryService, limits: RunLimits) {
  const video = await probeVideo(await videoFile(service.videoRoot, request.video_path, request.video_id), limits)
  const startedAt = performance.now()
  const picture = await analysePicture(
    video,
    {
      samplesPerSecond: request.frame_sample_rate,
      maxFrames: request.max_frames,
      keyFramesOnly: service.keyFramesOnly,
    },
    limits,
  )
  if (picture.measures.length === 0) throw new Problem(400, 'The video has no frame that can be decoded')
  const { detector } = service
  const objects = detector && 'detect' in detector ? await analyseObjects(picture, detector, limits) : null
  const visualTime = elapsedSeconds(startedAt)
  const hearing = request.enable_audio && video.hasAudio
  const soundStartedAt = performance.now()
  const sound = hearing ? await analyseSound(video.path, limits) : null
  const audioTime = hearing ? elapsedSeconds(soundStartedAt) : null
  const fusionStartedAt = performance.now()
  const fused = fuse(request.fusion_strategy, picture, sound)
  const told = objects ? objectSentences(picture, objects, request.information_need, service.vocabulary) : []
  const noSound = request.enable_audio && !video.hasAudio ? ['The video has no sound track.'] : []
  const confidence = fused.keyFrames.reduce((sum, frame) => sum + frame.confidence, 0) / fused.keyFrames.length
  return {
    id: stableId('summary', service.model, request),
    video_id: request.video_id,
    persona_id: request.persona_id,
    summary: [
      ...opening(request, picture),
      ...told,
      ...fused.sentences,
      ...noSound,
      honesty(sound !== null, service, objects),
    ].join(' '),
    visual_analysis: visualAnalysis(picture).join(' '),
    audio_transcript: null,
    key_frames: objects ? withObjects(fused.keyFrames, picture, objects) : fused.keyFrames,
    confidence: Math.round(confidence * 1000) / 1000,
    transcript_json: null,
    audio_language: null,
    speaker_count: null,
    audio_model_used: hearing ? 'baseline-loudness' : null,
    visual_model_used: service.model,
    fusion_strategy: request.fusion_strategy,
    processing_time_audio: audioTime,
    processing_time_visual: visualTime,
    processing_time_fusion: hearing ? elapsedSeconds(fusionStartedAt) : null,
    thinking: null,
  }
}

function opening(request: SummarizeRequest, picture: PictureFindings): string[] {
  const reader = request.persona_role ? ` for the role ${oneLine(request.persona_role)}` : ''
  const need = request.information_need ? ` (information need: ${oneLine(request.information_need)})` : ''
  const longest = picture.shots.reduce((best, shot) => (shot.to - shot.from > best.to - best.from ? shot : best))
  const peak = picture.measures.reduce((best, measure, at) => {
    return measure.motion > picture.measures[best]!.motion && !picture.shots.some((shot) => shot.from === at)
      ? at
      : best
  }, 0)
  return [
    `Baseline summary${reader}${need}: the video lasts ${seconds(picture.video.duration)} and holds ` +
      `${counted(picture.shots.length, 'shot')}.`,
    `The longest shot begins at ${seconds(timeOf(picture, longest.from))} (${lookOf(longest)}).`,
    picture.measures[peak]!.motion > 0.002
      ? `Motion is strongest at ${seconds(timeOf(picture, peak))}.`
      : 'Nothing moves within the shots.',
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

/** Key frames with what was recognised in them, boxes and confidences included: the evidence of what is told. */
function withObjects(keyFrames: Fused['keyFrames'], picture: PictureFindings, objects: ObjectFindings) {
  return keyFrames.map((frame) => {
    const looked = objects.frames.find(({ at }) => picture.measures[at]!.index === frame.frame_number)
    if (!looked) return frame
    const seen = objectsOfFrame(objects, looked.at)
    return {
      ...frame,
      description: seen ? `${frame.description} Seen: ${seen}.` : frame.description,
      objects: looked.objects.map(({ name, box, confidence }) => ({ label: name, bounding_box: box, confidence })),
    }
  })
}

function honesty(heard: boolean, { detector }: SummaryService, objects: ObjectFindings | null): string {
  const measured = heard ? 'brightness, colour, motion and loudness' : 'brightness, colour and motion'
  const speech = heard ? ' and no speech transcribed' : ''
  if (objects)
    return (
      `What is seen was recognised by a detector of 80 everyday classes with a confidence of at least one half; the rest ` +
      `are measurements of ${measured}${heard ? ', and no speech was transcribed' : ''}.`
    )
  const missing = detector && 'missing' in detector ? ` Objects were not looked for: ${detector.missing}.` : ''
  return `These are measurements of ${measured}; no object was recognised${speech}.${missing}`
}
