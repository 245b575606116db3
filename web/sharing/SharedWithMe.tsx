import { Anchor, Badge, Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { Empty } from '../app/Empty.js'
import { Page } from '../app/Page.js'
import { Pictured } from '../app/SmallPicture.js'
import { SharesReceivedDocument, type Kind } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import { ForkDialog } from './ForkDialog.js'
import { addressOfShared, nameOfKind, nameOfShared, pictureOf, type Received } from './thing.js'

/** Everything that other users share with the user; it can be opened and, if the share allows it, forked. */
export function SharedWithMe() {
  const words = texts.received
  const [kind, setKind] = useState<Kind | null>(null)
  const [forking, setForking] = useState<Received>()
  const [reading, setReading] = useState<Received>()
  const shares = usePages(SharesReceivedDocument, { resourceType: kind }, ({ sharesReceived }) => sharesReceived)
  return (
    <Page title={words.title}>
      <Select
        label={words.kind}
        placeholder={words.allKinds}
        data={choicesOf(texts.projects.things)}
        value={kind}
        onChange={(next) => setKind(next as Kind | null)}
        clearable
        clearButtonProps={{ 'aria-label': words.allKinds }}
        maw={260}
      />
      <PagedTable
        label={words.title}
        list={shares}
        keyOf={({ id }) => id}
        empty={<Empty says={kind ? words.noneOfKind : words.none} />}
        columns={[
          [texts.projects.what, (share) => <Thing share={share} />],
          [
            texts.projects.by,
            ({ creator, sharedWithGroup }) => words.from(creator?.displayName ?? '', sharedWithGroup?.name),
          ],
          [
            texts.projects.level,
            ({ permissionLevel }) => (
              <Badge
                variant="light"
                color={permissionLevel === 'FORKABLE' ? 'teal' : 'gray'}
                tt="none"
                miw="max-content"
              >
                {texts.sharing.levels[permissionLevel]}
              </Badge>
            ),
          ],
          [texts.sharing.until, ({ expiresAt }) => (expiresAt ? texts.moment(expiresAt) : texts.sharing.forGood)],
          [
            texts.team.actions,
            (share) => (
              <>
                <Open share={share} onRead={() => setReading(share)} />
                {share.permissionLevel === 'FORKABLE' && (
                  <RowAct label={words.forkOf(nameOfShared(share))} onClick={() => setForking(share)}>
                    {words.fork}
                  </RowAct>
                )}
              </>
            ),
            'acts',
          ],
        ]}
      />
      {forking && <ForkDialog share={forking} onClose={() => setForking(undefined)} />}
      {reading && <ClaimDialog share={reading} onClose={() => setReading(undefined)} />}
    </Page>
  )
}

function Thing({ share }: { share: Received }) {
  const address = addressOfShared(share)
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

/** Opens a shared resource; a claim whose summary the user may not read has no page, so its text is shown. */
function Open({ share, onRead }: { share: Received; onRead: () => void }) {
  const words = texts.received
  const address = addressOfShared(share)
  const label = words.openOf(nameOfShared(share))
  if (!address)
    return (
      share.resource && (
        <RowAct label={label} onClick={onRead}>
          {words.open}
        </RowAct>
      )
    )
  return (
    <Button component={Link} href={address} size="compact-sm" variant="default" aria-label={label}>
      {words.open}
    </Button>
  )
}

function ClaimDialog({ share, onClose }: { share: Received; onClose: () => void }) {
  const { resource } = share
  return (
    <Dialog title={nameOfKind(share.resourceType)} onClose={onClose}>
      <Stack>
        <Text>{resource && 'text' in resource ? resource.text : ''}</Text>
        <Text size="sm" c="dimmed">
          {texts.received.claimAlone}
        </Text>
      </Stack>
    </Dialog>
  )
}
