import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../app/Dialog.js'
import { showDone } from '../lib/notices.js'
import { paths } from '../app/paths.js'
import { ForkShareDocument, type Kind } from '../generated/graphql.js'
import { brief } from '../lib/brief.js'
import { useAct } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { optionsOf, usePersonaNames } from '../app/names.js'
import { texts } from '../texts.js'
import { addressOfShared, nameOfShared, personaIn, type Received } from './thing.js'

/** The option that has the server create a persona for the copy; selects have no empty values. */
const fresh = 'fresh'

/** Copies a shared resource, after asking for a persona if the copy needs one, and opens the copy. */
export function ForkDialog({ share, onClose }: { share: Received; onClose: () => void }) {
  const words = texts.received
  const [, go] = useLocation()
  const { id: shareId, resourceType } = share
  const [personaId, setPersona] = useState(fresh)
  const { nodes: personas } = usePersonaNames()
  const needsPersona = resourceType === 'SUMMARY' || resourceType === 'CLAIM'
  const source = personaIn(share)
  const [personaName, setName] = useState(() => source && words.copyName(source, share.creator?.displayName))
  const copiesPersona = resourceType === 'PERSONA' || (resourceType === 'SUMMARY' && personaId === fresh)
  const fork = useAct(ForkShareDocument, {
    onSuccess({ forkShare: copy }) {
      onClose()
      showDone(words.forked(nameOfShared(copy)))
      void queryClient.invalidateQueries()
      const address = copy.resourceType === 'WORLD_STATE' ? paths.world : addressOfShared(copy)
      if (address) go(address)
    },
  })
  return (
    <Dialog title={words.forkOf(brief(nameOfShared(share)))} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const input = {
            shareId,
            ...(needsPersona && personaId !== fresh && { personaId }),
            ...(copiesPersona && personaName?.trim() && { personaName: personaName.trim() }),
          }
          fork.mutate({ input })
        }}
      >
        <Stack>
          <Text size="sm">{(words.copies as Partial<Record<Kind, string>>)[resourceType]}</Text>
          {needsPersona && (
            <Select
              label={words.personaOfCopy}
              data={[
                { value: fresh, label: resourceType === 'SUMMARY' ? words.copyPersona : words.personaOfForks },
                ...optionsOf(personas),
              ]}
              value={personaId}
              allowDeselect={false}
              searchable
              onChange={(next) => next && setPersona(next)}
            />
          )}
          {copiesPersona && personaName !== undefined && (
            <TextInput
              label={words.nameOfCopy}
              description={words.nameOfCopyHint}
              value={personaName}
              required
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button type="submit" loading={fork.isPending}>
              {words.fork}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
