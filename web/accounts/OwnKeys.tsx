import { Badge, Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { FormDialog } from '../app/FormDialog.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import { CreateKeyDocument, DeleteKeyDocument, OwnKeysDocument, UpdateKeyDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.administration.keys
const own = texts.profile
const reload = () => readAgain(OwnKeysDocument)

/** The user's own keys of model providers. */
export function OwnKeys() {
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<{ id: string; keyName: string }>()
  const keys = usePages(OwnKeysDocument, {}, ({ apiKeys }) => apiKeys)
  const remove = useAct(DeleteKeyDocument, { onSuccess: reload })
  const update = useAct(UpdateKeyDocument, { onSuccess: reload })
  return (
    <Section title={own.keys} about={own.keysHint} side={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      <PagedTable
        label={own.keys}
        list={keys}
        keyOf={({ id }) => id}
        empty={<Empty says={own.noKeys} />}
        columns={[
          [words.provider, ({ provider }) => provider],
          [words.name, ({ keyName }) => keyName],
          [words.mask, ({ keyMask }) => keyMask],
          [
            words.state,
            ({ isUsable }) => (
              <Badge variant="light" color={isUsable ? 'teal' : 'gray'} tt="none" miw="max-content">
                {isUsable ? words.usable : words.unusable}
              </Badge>
            ),
          ],
          [
            own.used,
            ({ id, keyName, isActive }) => (
              <Switch
                aria-label={own.usedOf(keyName)}
                checked={isActive}
                onChange={({ currentTarget }) => update.mutate({ input: { id, isActive: currentTarget.checked } })}
              />
            ),
          ],
          [
            texts.team.actions,
            ({ id, keyName }) => (
              <RowAct removes label={words.removeOf(keyName)} onClick={() => setRemoving({ id, keyName })}>
                {words.remove}
              </RowAct>
            ),
            'acts',
          ],
        ]}
      />
      {removing && (
        <Question
          title={words.removeOf(removing.keyName)}
          says={words.removes}
          act={words.remove}
          onAct={() => remove.mutate({ input: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isMaking && <MakeKey onClose={() => setMaking(false)} />}
    </Section>
  )
}

function MakeKey({ onClose }: { onClose: () => void }) {
  const create = useAct(CreateKeyDocument, {
    onSuccess() {
      onClose()
      reload()
    },
  })
  return (
    <FormDialog
      title={words.make}
      act={create}
      onClose={onClose}
      fields={[
        { name: 'provider', label: words.provider, hint: own.providerHint },
        { name: 'keyName', label: words.name },
        { name: 'key', label: words.key, kind: 'secret' },
      ]}
      onSubmit={({ provider = '', keyName = '', key = '' }) => create.mutate({ input: { provider, keyName, key } })}
    />
  )
}
