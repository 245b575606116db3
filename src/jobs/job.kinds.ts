import { kind } from '../database/rows/kind.js'

export const jobKind = kind('jobs', { name: 'job', noun: 'Job', type: 'Job', textId: 'publicId' })
