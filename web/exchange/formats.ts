import type { ExportFormat } from '../generated/graphql.js'

/** The kinds of export files with their routes. */
export const exportFiles = {
  all: '/api/export/all',
  annotations: '/api/export',
  personas: '/api/export/personas',
  world: '/api/export/world',
  summaries: '/api/export/summaries',
} as const
export type ExportFileName = keyof typeof exportFiles

const ofTools: readonly ExportFormat[] = ['COCO', 'MOT', 'MOT_LABELS', 'CVAT', 'WEBVTT']

/** Returns the formats that a file can have. */
export function formatsOf(file: ExportFileName): readonly ExportFormat[] {
  if (file === 'annotations') return ['NDJSON', 'JSON', ...ofTools]
  return file === 'all' ? ['NDJSON', ...ofTools] : ['NDJSON']
}

/** Returns whether a format is that of another tool, which has all boxes of tracks and not much else. */
export const isOfTool = (format: ExportFormat): boolean => ofTools.includes(format)
/** Returns whether a file of this format holds one video. */
export const isOfOneVideo = (format: ExportFormat): boolean => isOfTool(format) && format !== 'COCO'
