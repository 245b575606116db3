import { Type } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { uuid } from '../../lib/schema.js'
import { measureAgreement } from './measure.service.js'
import { agreementJob } from './project-agreement.service.js'

/** Measures an agreement over the videos of a project. Its result contains the number of videos. */
export const agreementMeasuring = defineJob({
  ...agreementJob,
  payload: Type.Object({ agreementId: uuid }),
  timeoutMinutes: 240,
  // As many as there are places for comparisons.
  concurrency: 2,
  perUser: () => 1,
  perMinute: () => null,
  run: (ctx, work) => measureAgreement(ctx, work.payload.agreementId, work),
})
