import { named, type Answers } from '../../http/answers.js'
import { pageOrLines } from '../../http/page-answer.js'
import { auditEntry } from './audit.shape.js'

export const auditAnswers: Answers = {
  'GET /api/admin/audit': {
    id: 'listAudit',
    says: 'Lists who changed what, when and through what, newest first; as NDJSON all of it, oldest first.',
    refuses: [409],
    200: pageOrLines('entries', named('AuditEntry', auditEntry)),
  },
}
