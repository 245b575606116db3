import { boolean, document, integer, number, record, served, text, time, word } from '../database/record.js'

/** Options of columns that hold what was read from the file itself (probe.service.ts). */
const probed = { ...served, nullable: true, printed: false } as const

/** A video file and what is known about it. */
export const videoRecord = record('videos', 'v', {
  id: text({ ...served, required: true }),
  filename: text({ ...served, required: true }),
  path: text({ ...served, required: true }),
  duration: number({ ...served, nullable: true }),
  frameRate: number({ ...served, nullable: true }),
  resolution: text({ ...served, nullable: true }),
  size: integer({ ...served, type: 'int8' }),
  metadata: document({ ...served, nullable: true }),
  localThumbnailPath: text({ ...served, nullable: true }),
  sourcePlatform: text({ ...served, nullable: true }),
  platformVideoId: text({ ...served, nullable: true }),
  metadataSyncStatus: word({ ...served, nullable: true }),
  lastMetadataSync: time({ ...served, nullable: true }),
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
  createdAt: time(served),
  updatedAt: time(served),
})
