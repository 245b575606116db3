import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { Empty } from '../app/Empty.js'
import { showDone } from '../lib/notices.js'
import { Section } from '../app/Section.js'
import { useViewer } from '../app/session.js'
import {
  RevokeShareDocument,
  ShareResourceDocument,
  SharesSentDocument,
  WhyAccessDocument,
  type Kind,
  type SharePermission,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { WhyAccess } from './WhyAccess.js'
import { texts } from '../texts.js'
import { useKnownGroups, useKnownPeople } from './people.js'
import { brief } from '../lib/brief.js'

/** A shared resource, with its display name. */
export interface Shared {
  type: Kind
  id: string
  name: string
}

const words = texts.sharing
const levels = choicesOf(words.levels)

/** Lists the shares of a resource, with their levels and expiries; shares can be added and revoked. */
export function ShareDialog({ what: { type, id, name }, onClose }: { what: Shared; onClose: () => void }) {
  const viewer = useViewer()
  const shares = usePages(SharesSentDocument, { resourceType: type, resourceId: id }, ({ sharesSent }) => sharesSent)
  const reload = () => readAgain(SharesSentDocument, WhyAccessDocument)
  const revoke = useAct(RevokeShareDocument, { onSuccess: reload })
  return (
    <Dialog title={words.title(brief(name))} size="lg" onClose={onClose}>
      <Stack>
        <PagedTable
          label={words.list}
          empty={<Empty says={words.none} />}
          list={shares}
          keyOf={(one) => one.id}
          columns={[
            [words.with, ({ sharedWithUser: user, sharedWithGroup: group }) => user?.displayName ?? group?.name],
            [words.level, ({ permissionLevel }) => words.levels[permissionLevel]],
            [words.until, ({ expiresAt }) => (expiresAt ? texts.moment(expiresAt) : words.forGood)],
            [
              words.end,
              ({ id: shareId, sharedWithUser: user, sharedWithGroup: group }) => (
                <RowAct
                  removes
                  label={words.endWith(user?.displayName ?? group?.name ?? '')}
                  onClick={() => revoke.mutate({ id: shareId })}
                >
                  {words.end}
                </RowAct>
              ),
              'acts',
            ],
          ]}
        />
        <ShareForm type={type} id={id} onShared={reload} />
        {viewer.isAdmin && (
          <Section title={texts.projects.why.title}>
            <WhyAccess things={[{ kind: type, id, name }]} act="READ" />
          </Section>
        )}
      </Stack>
    </Dialog>
  )
}

interface FormProps extends Pick<Shared, 'type' | 'id'> {
  onShared: () => void
}

function ShareForm({ type, id, onShared }: FormProps) {
  const viewer = useViewer()
  const { people, search, isSearched } = useKnownPeople()
  const groups = useKnownGroups()
  const [who, setWho] = useState<string | null>(null)
  const [level, setLevel] = useState<SharePermission>('READ_ONLY')
  const [until, setUntil] = useState('')
  const share = useAct(ShareResourceDocument, {
    onSuccess(_shared, { input: { receiver } }) {
      const to = String(receiver.userId ?? receiver.groupId)
      showDone(words.done(people.get(to) ?? groups.get(to) ?? ''))
      setWho(null)
      onShared()
    },
  })
  const withWhom = [
    { group: words.people, items: [...people].filter(([one]) => one !== viewer.id) },
    { group: words.groups, items: [...groups] },
  ].map(({ group, items }) => ({ group, items: items.map(([value, label]) => ({ value, label })) }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!who) return
        share.mutate({
          input: {
            ...{ resourceType: type, resourceId: id, permissionLevel: level },
            receiver: groups.has(who) ? { groupId: who } : { userId: who },
            // The share lasts until the end of the chosen day, local time.
            ...(until && { expiresAt: new Date(`${until}T23:59:59.999`).toISOString() }),
          },
        })
      }}
    >
      <Stack gap="xs">
        <Select
          label={words.who}
          data-autofocus
          openOnFocus={false}
          description={viewer.isAdmin ? undefined : words.known}
          data={withWhom.filter(({ items }) => items.length > 0)}
          value={who}
          onChange={setWho}
          searchable
          onSearchChange={search}
          nothingFoundMessage={isSearched ? words.nobody : undefined}
        />
        <Group grow preventGrowOverflow={false} wrap="wrap" gap="xs">
          <Select
            label={words.level}
            data={levels}
            value={level}
            allowDeselect={false}
            onChange={(next) => next && setLevel(next as SharePermission)}
          />
          <TextInput
            label={words.until}
            description={words.untilHint}
            type="date"
            max="9999-12-31"
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Group>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {words.levelHint}
          </Text>
          <Button type="submit" disabled={!who} loading={share.isPending}>
            {words.share}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A button that opens the dialog for sharing a resource. */
export function ShareButton({ what }: { what: Shared }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.share}
      </Button>
      {isOpen && <ShareDialog what={what} onClose={() => setOpen(false)} />}
    </>
  )
}
