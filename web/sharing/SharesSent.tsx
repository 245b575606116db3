import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { paths } from '../app/paths.js'
import { Pictured } from '../app/SmallPicture.js'
import { RevokeShareDocument, SharesSentDocument, type SharesSentQuery } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { addressOfShared, nameOfShared, pictureOf } from './thing.js'

type Sent = SharesSentQuery['sharesSent']['nodes'][number]

/** Everything that the user shares, with whom and at which level; each share can be revoked. */
export function SharesSent() {
  const words = texts.projects
  const shares = usePages(SharesSentDocument, {}, ({ sharesSent }) => sharesSent)
  const revoke = useAct(RevokeShareDocument, { onSuccess: () => readAgain(SharesSentDocument) })
  return (
    <PagedTable
      label={words.sharesSent}
      list={shares}
      keyOf={({ id }) => id}
      empty={
        <Empty says={texts.received.nothingSent} step={{ label: texts.received.toPersonas, href: paths.personas }} />
      }
      columns={[
        [words.what, (share) => <Thing share={share} />],
        [words.with, ({ sharedWithUser, sharedWithGroup }) => sharedWithUser?.displayName ?? sharedWithGroup?.name],
        [words.level, ({ permissionLevel }) => texts.sharing.levels[permissionLevel]],
        [texts.sharing.until, ({ expiresAt }) => (expiresAt ? texts.moment(expiresAt) : texts.sharing.forGood)],
        [
          words.end,
          (share) => (
            <RowAct removes label={words.endOf(nameOfShared(share))} onClick={() => revoke.mutate({ id: share.id })}>
              {words.end}
            </RowAct>
          ),
          'acts',
        ],
      ]}
    />
  )
}

/** A shared resource as a link to it; the user's own world has an address of its own. */
function Thing({ share }: { share: Sent }) {
  const address = share.resourceType === 'WORLD_STATE' ? paths.world : addressOfShared(share)
  return (
    <Pictured {...pictureOf(share.resource)}>
      {address ? (
        <Anchor component={Link} inherit href={address}>
          {nameOfShared(share)}
        </Anchor>
      ) : (
        nameOfShared(share)
      )}
    </Pictured>
  )
}
