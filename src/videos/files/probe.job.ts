import { Type } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { probeFiles, probing } from './probe.service.js'

/**
 * Lets the model service read (probe) new and changed files. Results are kept when the job ends early, and the next job
 * continues from there.
 */
export const videoProbing = defineJob({
  ...probing,
  payload: Type.Object({}),
  timeoutMinutes: 24 * 60,
  concurrency: 1,
  perMinute: () => null,
  async run(ctx, { signal, progress }) {
    const counts = await probeFiles(ctx, { signal, progress: (share) => progress(10 + Math.floor(85 * share)) })
    return async () => counts
  },
})
