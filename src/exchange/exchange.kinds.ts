import { kind } from '../database/rows/kind.js'

export const importKind = kind('importHistory', {
  name: 'import',
  noun: 'Import',
  type: 'Import',
  log: { events: ['insert', 'update'], details: { filename: 'it.filename' } },
})

export const exportKind = kind('frozenExports', {
  name: 'export',
  noun: 'Export',
  type: 'FrozenExport',
  owner: 'createdBy',
  log: { events: ['insert', 'delete'], details: { contents: 'it.contents', scope: 'it.scope' } },
})
