import { kind, userExists } from '../database/rows/kind.js'
import { forbidden } from '../lib/errors.js'

export const shareKind = kind('resourceShares', {
  name: 'share',
  noun: 'Share',
  type: 'Share',
  owner: 'sharedByUserId',
  log: { parent: 'it.resource_id', derived: ['resourceOwnerId'] },
  restore: {
    only: `${userExists('shared_by_user_id')} and (${userExists('shared_with_user_id')}
      or exists (select from user_groups g where g.id = r.shared_with_group_id))
      and (r.parent_id is null or exists (select from resource_shares s where s.id = r.parent_id)
        or exists (select from rows o where o.id = r.parent_id))`,
  },
  refusals: {
    // The parent share was revoked a moment ago.
    resource_shares_parent_id_fkey: () => forbidden('You do not have permission to share this resource'),
  },
})
