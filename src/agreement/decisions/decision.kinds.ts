import { ifExists, kind } from '../../database/rows/kind.js'
import { conflict } from '../../lib/errors.js'

export const agreementDecisionKind = kind('agreementDecisions', {
  name: 'agreement_decision',
  noun: 'Decision',
  type: 'AgreementDecision',
  content: 'persona',
  owner: 'createdBy',
  through: 'personaId',
  hasNoLines: true,
  log: {
    project: '(select p.project_id from personas p where p.id = it.persona_id)',
    parent: 'it.persona_id',
    gone: `(select 1 from personas p where p.id = it.persona_id) is null
    or (select 1 from videos v where v.id = it.video_id) is null`,
  },
  title: "coalesce(c.before ->> 'note', c.before ->> 'kind')",
  restore: {
    set: { createdBy: ifExists('created_by', 'users') },
    only: 'exists (select from videos v where v.id = r.video_id)',
  },
  isQuiet: true,
  refusals: { agreement_decisions_of_persona: () => conflict('The disagreement is settled for this persona already') },
})
