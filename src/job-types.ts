import { agreementMeasuring } from './agreement/projects/project-agreement.job.js'
import { objectDetection } from './annotations/detection/detect.job.js'
import { objectTracking } from './annotations/tracks/track.job.js'
import { claimExtraction } from './claims/extraction/extraction.job.js'
import { claimSynthesis } from './claims/extraction/synthesis.job.js'
import { exportWriting } from './exchange/frozen/frozen-export.job.js'
import type { JobType } from './jobs/job-type.js'
import { videoSummarization } from './summaries/summary.job.js'
import { videoProbing } from './videos/files/probe.job.js'
import { assignmentRules } from './videos/rules/rule.job.js'

/** All types of jobs. The list is separate from areas.ts, so that a worker loads neither routes nor resolvers. */
export const jobTypes: readonly JobType[] = [
  videoSummarization,
  claimExtraction,
  claimSynthesis,
  objectTracking,
  objectDetection,
  assignmentRules,
  videoProbing,
  exportWriting,
  agreementMeasuring,
]
