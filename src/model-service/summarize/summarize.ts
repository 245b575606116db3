import { Problem } from '../problem.js'
import { videoFile } from '../media/paths.js'
import { probeVideo } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import type { SummarizeRequest } from '../media.schema.js'
import { stableId } from '../stable-id.js'
import { elapsedSeconds } from '../elapsed.js'
import { fuse } from './fusion.js'
import { analysePicture, timeOf } from './picture.js'
import type { PictureFindings } from './picture.js'
import { analyseSound } from './sound.js'
import { counted, lookOf, oneLine, seconds } from './wording.js'

const mostShotsListed = 20

/**
 * Summarises a video from measures of picture and sound alone; recognises neither objects nor speech, and says so
 * (MS-03).
 */
export async function summarizeVideo(
  request: SummarizeRequest,
  service: { videoRoot: string; keyFramesOnly: boolean; model: string },
  limits: RunLimits,
) {
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
  const visualTime = elapsedSeconds(startedAt)
  const hearing = request.enable_audio && video.hasAudio
  const soundStartedAt = performance.now()
  const sound = hearing ? await analyseSound(video.path, limits) : null
  const audioTime = hearing ? elapsedSeconds(soundStartedAt) : null
  const fusionStartedAt = performance.now()
  const fused = fuse(request.fusion_strategy, picture, sound)
  const noSound = request.enable_audio && !video.hasAudio ? ['The video has no sound track.'] : []
  const confidence = fused.keyFrames.reduce((sum, frame) => sum + frame.confidence, 0) / fused.keyFrames.length
  return {
    id: stableId('summary', service.model, request),
    video_id: request.video_id,
    persona_id: request.persona_id,
    summary: [...opening(request, picture), ...fused.sentences, ...noSound, honesty(sound !== null)].join(' '),
    visual_analysis: visualAnalysis(picture).join(' '),
    audio_transcript: null,
    key_frames: fused.keyFrames,
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

function honesty(heard: boolean): string {
  return heard
    ? 'These are measurements of brightness, colour, motion and loudness; no object was recognised and no speech transcribed.'
    : 'These are measurements of brightness, colour and motion; no object was recognised.'
}
