import type { JobHandlers } from './jobs/job-runner.service.js'
import { runSummary } from './summaries/summarization.service.js'
import { runExtraction } from './claims/extraction.service.js'
import { runSynthesis } from './claims/synthesis.service.js'

/** What the worker runs, apart from the doors so that a worker loads neither of them. */
export const jobHandlers: JobHandlers = {
  'video-summarization': runSummary,
  'claim-extraction': runExtraction,
  'claim-synthesis': runSynthesis,
}
