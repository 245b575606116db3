import { Type } from '@sinclair/typebox'
import { boolean, document, integer, number, record, served, text, time, word } from '../database/rows/record.js'
import { anyId, says, typed, usually } from '../lib/described.js'
import { choice, enumeration, nullable, shortText, uuid } from '../lib/schema.js'

/** Options of columns with values read from the file itself (probe.service.ts). */
const probed = { ...served, nullable: true, printed: false } as const

/** The descriptions of two columns whose GraphQL types do not follow from their kinds. */
export const fileSize = 'Size of the file in bytes.'
export const sidecar =
  "Metadata from the downloader's sidecar file (`.info.json`), a JSON object, with `filesize`, `original_filename`, " +
  '`storage_path` and `last_modified` of the video file added.'

/** A video file and its metadata. */
export const videoRecord = record('videos', 'v', {
  id: text('ID of the video, an opaque text.', { ...served, required: true, shown: false }),
  filename: text('Name of the video file, unique among videos.', { ...served, required: true }),
  path: text(
    'Where the file is stored: the absolute path of a local file, or the key of an object in the object store.',
    { ...served, required: true },
  ),
  duration: number('Length in seconds, from the metadata or else from the file; null if unknown.', {
    ...served,
    nullable: true,
  }),
  frameRate: number('Frames per second, from the metadata or else from the file; null if unknown.', {
    ...served,
    nullable: true,
  }),
  resolution: text(
    'Width and height in pixels, such as 1280x720, from the metadata or else from the file; null if unknown.',
    { ...served, nullable: true },
  ),
  size: integer(fileSize, { ...served, type: 'int8', shown: false }),
  metadata: document(sidecar, { ...served, nullable: true, shown: false }),
  localThumbnailPath: text('Path or object key of the thumbnail that was cached last; null if there is none.', {
    ...served,
    nullable: true,
  }),
  sourcePlatform: text('Platform from which the video was downloaded, as the metadata names it; null if unknown.', {
    ...served,
    nullable: true,
  }),
  platformVideoId: text('ID of the video on the platform from which it was downloaded; null if unknown.', {
    ...served,
    nullable: true,
  }),
  metadataSyncStatus: word(
    'State of the metadata: synced, failed (the sidecar file cannot be read, or the video file is missing) or never ' +
      '(there is no sidecar file).',
    {
      ...served,
      nullable: true,
      shape: usually(
        'MetadataSyncStatus',
        'State of the metadata of a video.',
        ['synced', 'failed', 'never'],
        shortText,
      ),
    },
  ),
  lastMetadataSync: time('When the sidecar file was last read; null if there never was one.', {
    ...served,
    nullable: true,
  }),
  fileVersion: text(probed),
  probedVersion: text(probed),
  probedAt: time(probed),
  probeFault: text(probed),
  sha256: word(probed),
  codec: text(probed),
  rotation: integer(probed),
  mirrored: boolean(probed),
  width: integer(probed),
  height: integer(probed),
  probedDuration: number(probed),
  frameCount: integer(probed),
  rateNumerator: integer(probed),
  rateDenominator: integer(probed),
  tickNumerator: integer(probed),
  tickDenominator: integer(probed),
  firstTick: integer({ ...probed, type: 'int8' }),
  isVariableRate: boolean(probed),
  pictureRules: integer({ ...probed, type: 'int2' }),
  sizeBefore: text(probed),
  sizeChangedAt: time(probed),
  createdAt: time('When it was created, that is, when its file was first found or uploaded.', served),
  updatedAt: time('When it was last changed.', served),
})

/** A video id is opaque text (V-01): an unknown id is answered with 404, never 400. */
export const videoId = { videoId: says('ID of the video.', anyId(Type.String())) }
export const videoParams = Type.Object(videoId)

export const listVideosQuery = Type.Object({
  projectId: Type.Optional(says('Only videos assigned to the project with this ID.', uuid)),
  summarizedBy: Type.Optional(
    says('Only videos that have a summary of the persona with this ID which the caller may read.', uuid),
  ),
  hasSummary: Type.Optional(
    says(
      'Only videos with (true) or without (false) a summary that the caller may read; with `summarizedBy`, a summary ' +
        'of that persona.',
      Type.Boolean(),
    ),
  ),
  assignedTo: Type.Optional(
    says(
      'Only videos that are assigned to the user with this ID in a project that the caller may read; with ' +
        '`projectId`, in that project.',
      uuid,
    ),
  ),
})

/** The validity of a signed address (V-08). */
export const urlQuery = Type.Object({
  expiresIn: says(
    'How long a signed URL is to stay valid, in seconds, 60 to 604800; 3600 by default.',
    Type.Integer({ minimum: 60, maximum: 604_800, default: 3600 }),
  ),
})

const thumbnailSizes = ['small', 'medium', 'large'] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]
export const thumbnailSize = enumeration(
  'ThumbnailSize',
  'Width and height of a thumbnail in pixels: SMALL 320x180, MEDIUM 640x360, LARGE 1280x720.',
  thumbnailSizes,
)

/** A thumbnail in one of three sizes (V-12). */
export const thumbnailQuery = Type.Object({
  size: says(
    'Size of the thumbnail; medium by default.',
    Type.Unsafe<ThumbnailSize>({ ...choice(thumbnailSizes), default: 'medium' }),
  ),
  timestamp: Type.Optional(
    says(
      'Time of the frame to show, in seconds from the start, at least 0; 1 by default.',
      Type.Number({ minimum: 0 }),
    ),
  ),
  frame: Type.Optional(
    says(
      'Number of the frame to show, counted from 0, in place of `timestamp`. 404 after the last frame, and 409 until the ' +
        'file has been read.',
      Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    ),
  ),
  boxes: Type.Optional(
    says('Whether to draw the boxes of objects that a detector recognises; false by default.', Type.Boolean()),
  ),
})

export const videoUrl = typed(
  'VideoUrl',
  'A URL from which a video can be played.',
  Type.Object({
    url: says('The URL; a path on this server if this server sends the file itself.', Type.String()),
    expiresIn: nullable(says('For how many seconds the URL is valid; null if it does not expire.', Type.Integer())),
  }),
)

const count = Type.Integer()
export const videoSync = typed(
  'SyncVideosPayload',
  'The outcome of synchronising the list of videos with the stored video files.',
  Type.Object({
    added: says('Number of new videos.', count),
    updated: says('Number of videos whose file or sidecar file has changed.', count),
    deleted: says('Number of videos that were deleted, because their file is gone and nothing refers to them.', count),
    errors: says('Number of video files that could not be read or whose sidecar file could not be read.', count),
    total: says('Number of video files that were found.', count),
  }),
)
