export const jobStatuses = ['queued', 'active', 'completed', 'failed', 'delayed'] as const
export type JobStatus = (typeof jobStatuses)[number]
