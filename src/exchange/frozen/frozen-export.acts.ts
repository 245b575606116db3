import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, success } from '../../http/answers.js'
import * as frozen from './frozen-export.service.js'
import type { ExportOrder } from './frozen-export.service.js'
import { createExportSchema, exportId, frozenExportRecord, stateOfExport } from './frozen-export.shape.js'
import { FrozenExport } from './frozen-export.type.js'

const frozenExport = named('FrozenExport', Type.Object({ ...answerShapes(frozenExportRecord), ...stateOfExport }))
const one = { id: exportId }

export const frozenExportActs: Acts = {
  tag: 'Export',
  acts: [
    act({
      says:
        'Orders a frozen export: a job writes one file, compressed with gzip, which is kept for EXPORT_KEEP_DAYS and ' +
        'can be downloaded in pieces. Poll it until its status is completed. Refused with RATE_LIMITED when the caller ' +
        'keeps as many as allowed; the error names the oldest ones.',
      rest: 'POST /api/exports',
      body: createExportSchema,
      run: (ctx, { body }) => frozen.createFrozenExport(ctx, body as ExportOrder),
      status: 202,
      answer: frozenExport,
      refuses: [403, 404],
      mutation: {
        name: 'createExport',
        input: 'What the file is to hold.',
        payload: { frozenExport: () => FrozenExport },
      },
    }),
    listAct({
      says: "Lists the caller's frozen exports, newest first.",
      rest: 'GET /api/exports',
      id: 'listExports',
      item: frozenExport,
      list: (ctx) => frozen.listFrozenExports(ctx),
    }),
    act({
      says: 'Returns the state of a frozen export and, once it is written, its manifest and the address of the file.',
      rest: 'GET /api/exports/:id',
      id: 'getExport',
      params: one,
      run: (ctx, { id }) => frozen.getFrozenExport(ctx, id),
      answer: frozenExport,
    }),
    act({
      says: 'Deletes a frozen export with its file; a job that still writes it is stopped.',
      rest: 'DELETE /api/exports/:id',
      params: one,
      run: (ctx, { id }) => frozen.deleteFrozenExport(ctx, id),
      answer: success,
      send: () => ({ success: true }),
      mutation: { name: 'deleteExport', input: 'The frozen export to delete.', deletes: true },
    }),
  ],
}
