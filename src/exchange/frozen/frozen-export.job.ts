import { Type } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { uuid } from '../../lib/schema.js'
import { exportJob } from './frozen-export.service.js'
import { writeExport } from './write.service.js'

/** Writes a frozen export into its file. Its result contains the numbers of lines and bytes. */
export const exportWriting = defineJob({
  ...exportJob,
  payload: Type.Object({ exportId: uuid }),
  timeoutMinutes: 240,
  concurrency: 3,
  perUser: (config) => Math.min(2, config.places.export.perUser),
  perMinute: () => null,
  run: (ctx, work) => writeExport(ctx, work.payload.exportId, work),
})
