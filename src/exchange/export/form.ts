import type { ReadFilters } from './filter.js'
import { exportFiles, type ExportKind, type ExportQuery } from './export.shape.js'
import { formats, type Format } from './formats/format.js'

/** The form of an export, determined by its kind and its query alone. */
export interface Form {
  /** The format of another tool; undefined for lines and for a JSON document. */
  format: Format | undefined
  /** Whether the file is one JSON document, which is possible only for annotations. */
  json: boolean
  fileName: string
  contentType: string
  /** Which boxes of annotations the file contains. */
  mode: { interpolated: boolean; gaps: boolean; skipInvalid: boolean; boxes: 'stored' | 'keyframes' }
}

/** Returns the form of an export. Formats of other tools have file names of their own. */
export function formOf(kind: ExportKind, query: ExportQuery, { flags }: ReadFilters): Form {
  const format = formats.find((name) => name === query.format)
  const json = kind === 'annotations' && query.format === 'json'
  return {
    format,
    json,
    fileName: json ? 'annotations.json' : exportFiles[kind].fileName,
    contentType: json ? 'application/json; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    mode: {
      interpolated: format !== undefined || flags.includeInterpolated,
      gaps: flags.includeInvisible,
      skipInvalid: kind === 'annotations' && (query.skipInvalid ?? false),
      boxes: kind === 'all' ? 'stored' : 'keyframes',
    },
  }
}
