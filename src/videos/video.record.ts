import { document, integer, number, record, served, text, time, word } from '../database/record.js'

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
  createdAt: time(served),
  updatedAt: time(served),
})
