import { Type, type TSchema } from '@sinclair/typebox'
import { unitLine, unitsHead } from '../agreement/unit.shape.js'
import { bytes, named, type Answers, type Media } from '../http/answers.js'
import { columnShapes } from '../database/rows/record-schema.js'
import { saidAs, says } from '../lib/described.js'
import { uuid } from '../lib/schema.js'
import {
  exportStats,
  importConflict,
  importedItems,
  importNote,
  importRecord,
  importReport,
  importSummary,
} from './exchange.shape.js'
import { cocoFile } from './coco-file.shape.js'
import { bareAnnotation, fullLines, videoLine } from './line-document.shape.js'

const text = Type.String()
const count = Type.Integer()

const note = named('ImportNote', importNote)
const items = named('ImportedItems', importedItems)
const withItems = { ...importSummary.properties, ...saidAs(importSummary.properties, { importedItems: items }) }
const summary = named('ImportSummary', { ...importSummary, properties: withItems })
const { resolution, ...conflict } = importConflict.properties
const listed = columnShapes(importRecord)
const upload: Media = {
  media: ['multipart/form-data'],
  schema: Type.Object({
    file: Type.String({
      format: 'binary',
      description:
        'The file to import, as JSON Lines, CVAT for video 1.1 (XML) or MOT (gt.txt), at most 104,857,600 bytes.',
    }),
    options: Type.Optional(Type.String({ description: 'Options as a JSON object; docs/exchange.md lists them.' })),
  }),
}
/** Returns the media type of newline-delimited JSON (NDJSON) whose lines have this schema. */
const lines = (schema: TSchema): Media => ({
  media: ['application/x-ndjson'],
  schema: Type.String({ contentMediaType: 'application/x-ndjson', contentSchema: schema }),
})
const line = named('ExportLine', Type.Unsafe({ anyOf: fullLines }))
const video = named('ExportedVideo', Type.Unsafe(videoLine))
const annotation = named('ExportedAnnotation', bareAnnotation)

const texts = {
  'text/csv': 'With `format=mot`: the file gt.txt of MOT 1.1.',
  'text/plain': 'With `format=mot-labels`: the names of the classes, one a line.',
  'application/xml': 'With `format=cvat`: a file of CVAT for video 1.1.',
  'text/vtt': 'With `format=webvtt`: WebVTT with a cue for each time span.',
}

const file = bytes('application/gzip')

export const exchangeAnswers: Answers = {
  'GET /api/export': {
    id: 'exportAnnotations',
    says: 'Streams the annotations that the caller may read.',
    refuses: [403, 404],
    200: { ...lines(annotation), json: Type.Unsafe({ anyOf: [Type.Array(annotation), cocoFile] }), texts },
  },
  'GET /api/export/all': {
    id: 'exportAll',
    says: 'Streams all content that the caller may read.',
    refuses: [403, 404],
    200: { ...lines(line), json: cocoFile, texts },
  },
  'GET /api/export/personas': {
    id: 'exportPersonas',
    says: 'Streams personas and their ontologies.',
    refuses: [403, 404],
    200: lines(line),
  },
  'GET /api/export/world': {
    id: 'exportWorld',
    says: 'Streams the objects of worlds.',
    refuses: [403, 404],
    200: lines(line),
  },
  'GET /api/export/summaries': {
    id: 'exportSummaries',
    says: 'Streams summaries, claims and their relations.',
    refuses: [403, 404],
    200: lines(line),
  },
  'GET /api/export/videos': {
    id: 'exportVideos',
    says: 'Streams the videos that the caller may read, with what turns frame numbers into times.',
    refuses: [403, 404],
    200: lines(video),
  },
  'GET /api/export/agreement': {
    id: 'exportAgreement',
    says: 'Streams the tracks that several personas drew of the same, with the label of each persona.',
    refuses: [404, 413],
    200: lines(named('ExportedUnit', Type.Unsafe({ anyOf: [unitsHead, unitLine] }))),
  },
  'GET /api/export/stats': {
    id: 'getExportStats',
    says: 'Counts what an export would hold, and its bytes.',
    refuses: [403, 404],
    200: exportStats,
  },
  'GET /api/export/schema': {
    id: 'getExportSchema',
    says: 'Returns the JSON Schema of the lines of exports.',
    200: Type.Object(
      {
        $schema: says('The version of JSON Schema.', text),
        title: says('What the schema describes.', text),
        description: says('What the schema describes, in full.', text),
        anyOf: says(
          'A schema for each type of line, and one for the lines of annotations alone.',
          Type.Array(Type.Record(text, Type.Unsafe<unknown>({}))),
        ),
        $defs: says('Under `import`, what an import requires of a line.', Type.Unsafe<unknown>({})),
      },
      { description: 'A JSON Schema of the lines of export and import files.' },
    ),
  },
  'GET /api/exports/:id/file': {
    id: 'downloadExport',
    says: 'Returns the file of a frozen export, or a range of its bytes.',
    refuses: [404, 409, 412, 416],
    200: file,
    206: file,
    302: null,
  },
  'POST /api/import': {
    id: 'importFile',
    says: 'Imports a file of NDJSON lines, or a file of CVAT for video or MOT.',
    refuses: [413],
    body: upload,
    200: Type.Object(
      saidAs(importReport.properties, {
        success: Type.Boolean(),
        summary,
        warnings: Type.Array(note),
        errors: Type.Array(note),
        conflicts: Type.Array(named('ImportConflict', Type.Object({ ...conflict, resolution }))),
      }),
    ),
  },
  'POST /api/import/preview': {
    id: 'importPreview',
    says: 'Says what an import of the file would do; changes nothing.',
    refuses: [413],
    body: upload,
    200: Type.Object({
      counts: says('What would be imported.', items),
      ...saidAs(importReport.properties, {
        conflicts: Type.Array(named('PreviewConflict', Type.Object(conflict, { additionalProperties: true }))),
        warnings: Type.Array(text),
        success: Type.Boolean(),
        summary,
        errors: Type.Array(note),
      }),
    }),
  },
  'GET /api/import/history': {
    id: 'listImports',
    says: "Lists the caller's imports, newest first.",
    200: Type.Object({
      imports: says(
        'The imports on this page.',
        Type.Array(
          Type.Object(
            saidAs(listed, {
              id: uuid,
              filename: text,
              success: Type.Boolean(),
              itemsImported: count,
              itemsSkipped: count,
              createdAt: Type.String({ format: 'date-time' }),
            }),
          ),
        ),
      ),
      total: says('Number of all imports of the caller.', count),
    }),
  },
}
