import { objectTracking } from './annotations/track.job.js'
import { claimExtraction } from './claims/extraction.job.js'
import { claimSynthesis } from './claims/synthesis.job.js'
import type { JobType } from './jobs/job-type.js'
import { videoSummarization } from './summaries/summary.job.js'
import { videoProbing } from './videos/probe.job.js'
import { assignmentRules } from './videos/rule.job.js'

/** Every type of job. It stands apart from the doors, so that a worker loads neither of them. */
export const jobTypes: readonly JobType[] = [
  videoSummarization,
  claimExtraction,
  claimSynthesis,
  objectTracking,
  assignmentRules,
  videoProbing,
]
