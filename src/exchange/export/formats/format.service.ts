import { abilitiesOf } from '../../../access/abilities.js'
import { among } from '../../../access/measure.js'
import { visibleVideo } from '../../../access/place-rules.js'
import type { Context } from '../../../context.js'
import type { Condition, Statement } from '../../../database/rows/conditions.js'
import { AppError, validation } from '../../../lib/errors.js'
import type { ExportRows } from '../export-rows.sql.js'
import { mostInterpolated } from '../limits.js'
import type { ClockOf } from '../sequence-lines.js'
import type { ContentCounts } from '../../exchange.shape.js'
import { lineTypes } from '../../line.shape.js'
import { worldKinds } from '../../../world/world-kinds.js'
import { coco } from './coco.js'
import { cvat } from './cvat.js'
import type { Format, FormatSource } from './format.js'
import { mot, motLabels } from './mot.js'
import { inPieces } from './tracks.js'
import {
  isTrack,
  selectAnnotationsLeftOut,
  selectLabels,
  selectTrackedVideos,
  selectUntrackedVideo,
  type TrackedVideo,
} from './tracks.sql.js'
import { cueOfEvidence, webvtt, type Cue } from './webvtt.js'
import { selectEvidence } from './webvtt.sql.js'

const files: Record<Format, { fileName: string; contentType: string }> = {
  coco: { fileName: 'annotations.coco.json', contentType: 'application/json; charset=utf-8' },
  mot: { fileName: 'gt.txt', contentType: 'text/csv; charset=utf-8; header=absent' },
  'mot-labels': { fileName: 'labels.txt', contentType: 'text/plain; charset=utf-8' },
  cvat: { fileName: 'annotations.xml', contentType: 'application/xml; charset=utf-8' },
  webvtt: { fileName: 'annotations.vtt', contentType: 'text/vtt; charset=utf-8' },
}

export interface FormatInput {
  rows: ExportRows
  /** A condition on the alias a: the annotations that pass the filters. */
  annotations: Condition
  /** The ids in the filter of videos. */
  videoIds: readonly string[]
  /** The counts of other content in the file of lines; null for a file of annotations alone. */
  others: ContentCounts | null
  run: <Row>(statement: Statement<Row>) => Promise<Row[]>
  copy: (statement: Statement) => AsyncIterable<Buffer>
  clockOf: ClockOf
}

export interface FormatFile {
  fileName: string
  contentType: string
  /** Counts of content that the format cannot represent, by kind. */
  leftOut: Record<string, number>
  body: AsyncIterable<Buffer>
}

/**
 * Opens an export in a format of other tools. Throws VALIDATION_ERROR if a format for one video would contain several
 * or none, CONFLICT if it needs the frame times of a file that has not been read, and COST_LIMIT for tracks over more
 * frames than an export computes.
 */
export async function openFormat(ctx: Context, format: Format, input: FormatInput): Promise<FormatFile> {
  const { run, annotations, rows, others } = input
  const visible = among(visibleVideo(await abilitiesOf(ctx), 'v'))
  const where = isTrack(annotations)
  const naming = { ...rows, links: rows.names ?? rows.links }
  const all = await run(selectTrackedVideos(where, visible))
  const videos = format === 'coco' ? all : [await onlyVideo(all, input, visible, format)]
  const labels = format === 'webvtt' ? [] : await run(selectLabels(where, naming))
  const source: FormatSource = { where, naming, videos, labels, copy: input.copy, clockOf: input.clockOf }
  const [counts] = await run(selectAnnotationsLeftOut(annotations))
  const { invalid = 0, boxless = 0, links = 0, confidences = 0 } = counts ?? {}
  const leftOut: Record<string, number> = { ...othersLeftOut(others), invalid, boxless, links, confidences }
  let parts: AsyncIterable<Iterable<string>>
  if (format === 'webvtt') {
    const made = await cuesOf(source, input)
    leftOut['claims'] = others ? others.claimCount - made.claims : 0
    parts = webvtt(source, made.clock, made.cues)
  } else parts = writers[format](source)
  if (format === 'coco') refuseLongRanges(videos)
  return { ...files[format], leftOut, body: inPieces(parts) }
}

const writers = { coco, mot, 'mot-labels': motLabels, cvat }

function othersLeftOut(others: ContentCounts | null): Record<string, number> {
  if (!others) return {}
  const { personaCount: personas, ontologyCount: ontologies, summaryCount: summaries, claimCount: claims } = others
  return {
    ...{ personas, ontologies, 'type-correspondences': others.typeCorrespondenceCount },
    ...{ summaries, claims, 'claim-relations': others.claimRelationCount },
    'world-objects': worldKinds.reduce((sum, kind) => sum + others[lineTypes[kind].stat], 0),
  }
}

/** Returns the one video of a file: the video in the filter, or the only video with tracks. */
async function onlyVideo(
  tracked: readonly TrackedVideo[],
  { videoIds, run }: FormatInput,
  visible: Condition,
  format: Format,
): Promise<TrackedVideo> {
  const [first, ...more] = tracked
  const sentence = `A file of the format ${format} holds one video`
  const refusal = (what: string) => validation([{ field: 'videoIds', message: `${sentence}${what}` }])
  if (more.length) throw refusal(`, and there are annotations on ${tracked.length}: name one`)
  if (first) return first
  const [id, ...others] = new Set(videoIds)
  if (id === undefined || others.length) throw refusal(', and there are no annotations: name one')
  const [video] = await run(selectUntrackedVideo(id, visible))
  if (!video) throw refusal(', and there is no such video')
  return video
}

async function cuesOf({ videos, clockOf }: FormatSource, { rows, others, run }: FormatInput) {
  const [video] = videos
  const clock = video?.frameCount ? await clockOf(video.id) : null
  if (!video || !clock)
    throw new AppError('CONFLICT', 'The file of the video has not been read yet, or is no readable video')
  const evidence = others ? await run(selectEvidence(rows.claims, video.id)) : []
  const cues: Cue[] = evidence.flatMap((one) => cueOfEvidence(one, clock) ?? [])
  return { clock, cues, claims: new Set(cues.map(({ id }) => id)).size }
}

/**
 * Throws COST_LIMIT for an annotation over too many frames: COCO has an image for each frame between its first and last
 * box, even if the object is not visible there.
 */
function refuseLongRanges(videos: readonly TrackedVideo[]): void {
  const longest = Math.max(0, ...videos.map(({ longest }) => longest))
  if (longest <= mostInterpolated) return
  const hint = 'Choose other annotations by `videoIds` or `personaIds`.'
  throw new AppError(
    'COST_LIMIT',
    `An annotation reaches over ${longest} frames; at most ${mostInterpolated} can be images. ${hint}`,
    { extra: { limit: 'frames', maximum: mostInterpolated, requested: longest, hint } },
  )
}
