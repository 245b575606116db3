import { Type } from '@sinclair/typebox'
import { agreementArguments } from '../../agreement/agreement.shape.js'
import { document, number, record, served, text as textColumn, time, uuid, word } from '../../database/rows/record.js'
import { jobStatus } from '../../jobs/job.shape.js'
import { ofAnyKind } from '../../kind-words.js'
import { anyId, input, says, typed } from '../../lib/described.js'
import { nullable, optional, shortText, uuid as uuidShape } from '../../lib/schema.js'
import { exportFilters, flagNames, listNames } from '../export/filter.js'
import { exportFile, exportFormat, ofScope } from '../export/export.shape.js'
import { projectInGraphQL, scopeHelp, scopeInGraphQL } from '../export/scope.js'

const text = Type.String()
const count = Type.Integer()

const contents = says('What the file holds.', exportFile)
const scope = says(scopeHelp, ofScope(shortText), { inGraphQL: scopeInGraphQL })

const linesOfType = typed(
  'LinesOfType',
  'How many lines of one type a file has.',
  Type.Object({
    lineType: says('Type of the lines, such as `claim`; `annotation` for lines without one.', ofAnyKind(text)),
    lines: says('Number of lines.', count),
  }),
)

/** What is needed to check and read a frozen export. */
const exportManifest = typed(
  'ExportManifest',
  'What the file of a frozen export holds, and how to check that it arrived whole.',
  Type.Object({
    lines: says('Number of lines of the file.', count),
    linesByType: says(
      'The same by the type of the lines, in the order of the file; empty for formats of other tools.',
      Type.Array(linesOfType),
    ),
    bytes: says('Number of bytes of the lines before they are compressed.', Type.Number()),
    linesDigest: says('SHA-256 of the lines before they are compressed, in hexadecimal digits.', text),
    position: says(
      'Position in the log of changes: the file holds everything before it, and what follows it may be missing.',
      text,
    ),
    leftOut: says(
      'How many things a format of other tools has no place for; empty for lines.',
      Type.Array(
        typed(
          'LeftOut',
          'How many things of one kind a file leaves out.',
          Type.Object({ name: says('What they are, such as `claims`.', text), count: says('Number of them.', count) }),
        ),
      ),
    ),
    formatVersion: says('Version of the format of the lines.', text),
  }),
)

/** The version of the lines; it is increased when readers have to change. */
export const formatVersion = '1'

/** Exports that a job writes into a file, to be downloaded in pieces while it is kept. */
export const frozenExportRecord = record('frozenExports', 'x', {
  id: uuid('ID of the export.', { ...served, required: true, shown: false }),
  createdBy: uuid('ID of the user who ordered it.', { answeredAs: 'creatorId', ...served, required: true }),
  jobId: uuid({ ...served, nullable: true, printed: false }),
  contents: word('What the file holds.', { ...served, required: true, shape: exportFile }),
  scope: word('Whose lines: `own`, `project:<id>` or `all`.', { ...served, required: true, shown: false }),
  worldProjectId: uuid('With scope `own`: ID of the project whose world it holds.', {
    ...served,
    nullable: true,
    shown: false,
  }),
  filters: document('Which annotations it holds, as ordered.', { ...served, required: true }),
  format: word('Format of the file.', { ...served, required: true, shape: exportFormat }),
  file: word({ ...served, nullable: true, printed: false }),
  size: number('Number of bytes of the file, compressed; null until it is written.', {
    ...served,
    type: 'int8',
    nullable: true,
  }),
  digest: textColumn('SHA-256 of the file, in hexadecimal digits; null until it is written.', {
    ...served,
    nullable: true,
  }),
  manifest: document('What the file holds; null until it is written.', {
    ...served,
    nullable: true,
    shape: exportManifest,
  }),
  createdAt: time('When it was ordered.', served),
  completedAt: time('When the file was written; null before.', { ...served, nullable: true }),
  expiresAt: time('When the file will be deleted; null until it is written.', { ...served, nullable: true }),
})

/** The members that come from the export's job, and the path of the file. */
export const stateOfExport = {
  status: says('State of the job that writes the file.', jobStatus),
  progress: says('Progress of the current attempt in percent, 0 to 100.', Type.Number()),
  error: says('Why it could not be written; null unless the status is failed.', nullable(text)),
  jobId: says('ID of the job that writes the file; null once the job is deleted.', nullable(text)),
  fileUrl: says('Path of the file, which takes ranges; null until it is written.', nullable(text)),
}

const filters = Object.fromEntries([
  ...flagNames.map((name) => [name, optional(says(exportFilters.flags[name].description, Type.Boolean()))]),
  ...listNames.map((name) => {
    const { words, description } = exportFilters.lists[name]
    return [name, optional(says(description, Type.Array(words ?? anyId(shortText))))]
  }),
])

const agreement = input(
  'AgreementExportInput',
  'The video and the personas of an export of what several personas say about the same tracks.',
  Type.Object({ videoId: says('ID of the video.', anyId(shortText)), ...agreementArguments.properties }),
)

export const createExportSchema = Type.Object(
  {
    contents: optional(contents),
    agreement: optional(
      says('With the contents `agreement`, which take nothing else: the video and how it is compared.', agreement),
    ),
    scope: optional(scope),
    projectId: optional(
      says('With scope `own`: ID of the project whose world to export, instead of the personal one.', uuidShape, {
        inGraphQL: projectInGraphQL,
      }),
    ),
    format: optional(says('Format of the file; `ndjson` by default.', exportFormat)),
    ...filters,
  },
  { additionalProperties: false },
)

/** The id is not checked for its form: an unknown id gives 404 (G-05). */
export const exportId = says('ID of the frozen export.', anyId(Type.String()))
