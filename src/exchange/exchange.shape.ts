import { Type } from '@sinclair/typebox'
import { anyId, asJson, large, says, typed } from '../lib/described.js'
import { boolean, document, integer, record, served, text as textColumn, time, uuid } from '../database/rows/record.js'
import { nullable } from '../lib/schema.js'
import type { TypeKind } from '../personas/type-kinds.js'
import { lineKinds, lineTypes, typeLists, type LineKind } from './line.shape.js'

const text = Type.String()
const id = anyId(Type.String())
const count = Type.Integer()
const number = Type.Number()

/** The imports of users, which stay listed after they have ended. */
export const importRecord = record('importHistory', 'i', {
  id: uuid('ID of the import.', { ...served, required: true, shown: false }),
  importedBy: uuid('ID of the user who imported the file.', { answeredAs: 'creatorId', ...served, nullable: true }),
  filename: textColumn('Name of the uploaded file.', { ...served, required: true }),
  success: boolean('Whether it ended without an error; false while it runs.', served),
  itemsImported: integer('Number of imported items, placeholders included.', served),
  itemsSkipped: integer('Number of skipped items.', served),
  importOptions: document('The options as they were sent.', { ...served, shape: asJson(Type.Unknown()) }),
  result: document({ ...served, printed: false }),
  createdAt: time('When the import began.', served),
})

type OfKind = (typeof lineTypes)[LineKind]
const imported = Object.fromEntries(
  lineKinds.map((kind) => [lineTypes[kind].items, says(`Number of imported ${lineTypes[kind].noun}.`, count)]),
) as Record<OfKind['items'], typeof count>

/** Numbers of items by kind. */
export const importedItems = typed(
  'ImportedItems',
  'Numbers of imported items of each kind, placeholders included.',
  Type.Object({
    ...imported,
    totalKeyframes: says('Number of keyframes of the imported annotations.', count),
    totalInterpolatedFrames: says('Number of boxes between the keyframes of the imported annotations.', large(count)),
    singleKeyframeSequences: says('Number of imported annotations with a single keyframe.', count),
  }),
)

const skippedItems = typed(
  'SkippedItems',
  'Numbers of lines of each kind that were skipped: invalid, in conflict, or with a missing reference.',
  Type.Object({
    personas: says('Number of skipped personas and ontologies.', count),
    ontologies: says('Number of skipped ontologies; counted in `personas` too.', count),
    worldObjects: says('Number of skipped world objects.', count),
    summaries: says('Number of skipped summaries.', count),
    claims: says('Number of skipped claims and relations between claims.', count),
    annotations: says('Number of skipped annotations.', count),
    sequenceAnnotations: says('Number of these annotations that have boxes.', count),
    unknown: says('Number of lines of an unknown type.', count),
  }),
)

export const importSummary = typed(
  'ImportSummary',
  'What became of the lines of the file: each is imported, skipped, excluded or failed.',
  Type.Object({
    totalLines: says('Number of lines of the file that are not blank.', count),
    processedLines: says('Number of lines that were imported, skipped, or only inform (types video, metadata).', count),
    importedItems: says('Imported items by kind; all 0 when nothing was kept.', importedItems),
    skippedItems: says('Skipped lines by kind.', skippedItems),
    excludedLines: says(
      'Number of lines outside the scope in the options, or that only inform (types video, metadata).',
      count,
    ),
    failedLines: says('Number of lines that failed, or that were undone because the import failed.', count),
    placeholderItems: says(
      'Number of placeholders created for missing references; counted in `importedItems`, but not as lines.',
      count,
    ),
    likelyRepeats: says(
      'Number of imported lines that are likely repeats: something of the same content exists where they go. `warnings` ' +
        'names up to 200 of each kind, with the type `likely_repeat`.',
      count,
    ),
  }),
)

export const importNote = typed(
  'ImportNote',
  'A warning or an error of an import.',
  Type.Object({
    line: says('Number of the line of the file, from 1; 0 for the import as a whole.', count),
    type: says('Code of the kind of warning or error, such as `missing_reference`.', text),
    message: says('Explanation for people.', text),
  }),
)

export const importConflict = typed(
  'ImportConflict',
  'A line that conflicts with stored data, with an earlier line, or has a missing reference, and its resolution.',
  Type.Object({
    type: says('Code of the kind of conflict, such as `duplicate-persona`.', text),
    line: says('Number of the line of the file, from 1.', count),
    originalId: nullable(says('ID of the item on the line; null when it has none.', id)),
    existingId: nullable(says('ID of the stored item; null when there is none.', id)),
    details: says('Explanation for people.', text),
    resolution: says('Value of the option that decided, such as `skip`.', text),
    frameRange: Type.Optional(
      says('First and last frame of an overlap, as an array; otherwise null.', asJson(Type.Array(number))),
    ),
  }),
)

export const importReport = typed(
  'ImportReport',
  'What an import did or, for a preview, would do.',
  Type.Object({
    success: says('Whether no error occurred; warnings do not count.', Type.Boolean()),
    summary: says('What became of the lines, in numbers.', importSummary),
    warnings: says('Why lines were skipped, and what else to check.', Type.Array(importNote)),
    errors: says('Why lines, or the whole import, failed.', Type.Array(importNote)),
    conflicts: says(
      'Conflicts of lines with stored data or earlier lines, and how they were resolved.',
      Type.Array(importConflict),
    ),
  }),
)

const [personas, ontologies, ...others] = lineKinds
  .filter((kind) => kind !== 'annotation')
  .map((kind) => [lineTypes[kind].stat, says(`Number of ${lineTypes[kind].noun}.`, count)] as const)
const types = Object.values(typeLists).map(
  (kind) => [`${kind}TypeCount`, says(`Number of ${kind} types in the ontologies.`, count)] as const,
)
const system = says('Number of these personas that are system-generated.', count)
const contentCounts = Object.fromEntries([
  personas!,
  ['systemPersonaCount', system],
  ontologies!,
  ...types,
  ...others,
]) as Record<Exclude<OfKind['stat'], 'annotationCount'> | `${TypeKind}TypeCount` | 'systemPersonaCount', typeof count>

const fileSizes = typed(
  'ExportFileSizes',
  'Estimated bytes of the files of lines, from a sample of them. Boxes that are interpolated are not counted.',
  Type.Object({
    all: says('Bytes of the export of everything.', number),
    annotations: says('Bytes of that of annotations.', number),
    personas: says('Bytes of that of personas and ontologies.', number),
    world: says('Bytes of that of the world.', number),
    summaries: says('Bytes of that of summaries, claims and their relations.', number),
  }),
)

export const exportStats = typed(
  'ExportStats',
  'What an export of everything would hold: counts, and an estimate of its size.',
  Type.Object({
    ...contentCounts,
    annotationCount: says('Number of annotations that pass the filter.', count),
    sequenceCount: says('Number of these annotations that have boxes.', count),
    keyframeCount: says('Number of keyframes of these annotations.', number),
    interpolatedFrameCount: says('Number of boxes between the keyframes; 0 unless the filter includes them.', number),
    fileSizes: says('Estimated sizes of the files of lines, which `totalSize` estimates by fixed weights.', fileSizes),
    totalSize: says('Estimated size of the export, in bytes.', number),
    totalSizeMB: says('The same size in units of 1,048,576 bytes, such as `1.23MB`.', text),
    warning: Type.Optional(says('Message that the export exceeds 100 MB; null when it does not.', text)),
  }),
)

/** The counts of all kinds except annotations. */
export type ContentCounts = Record<keyof typeof contentCounts, number>
