import { Badge, Button, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { permissionWords } from '../generated/bounds.js'
import { DataTable, PagedTable, RowAct } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { FormDialog } from '../app/FormDialog.js'
import { Section } from '../app/Section.js'
import { Question } from '../app/Question.js'
import {
  AdminKeysDocument,
  AdminPermissionsDocument,
  CreateKeyDocument,
  CreatePermissionDocument,
  DeleteKeyDocument,
  DeletePermissionDocument,
  type Kind,
  type PermissionAction,
  type PermissionRole,
} from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

type Labels = Readonly<Record<string, string>>
const words = texts.administration.permissions

/** Returns the words as options with these labels, in the order of the labels. */
const sorted = (names: readonly string[], labels: Labels) =>
  [...new Set(names)]
    .map((value) => ({ value, label: wordOf(value, labels) }))
    .sort((a, b) => a.label.localeCompare(b.label))
/** Returns the label of a word; a word that the table has besides the known ones is shown as it is, null as `?`. */
const wordOf = (name: string | null, labels: Labels) => (name === null ? '?' : (labels[name] ?? name.toLowerCase()))
const namesOf = <W extends string>(words: readonly W[]) => words.map((word) => word.toUpperCase() as Uppercase<W>)
const { actions, resourceTypes, roles: rolesOf } = permissionWords
type Scope = keyof typeof rolesOf
const scopes = Object.keys(rolesOf) as Scope[]

/** The permissions of each role, and the API keys of model providers that all users share. */
export function Access() {
  return (
    <Stack>
      <Permissions />
      <Keys />
    </Stack>
  )
}

function Permissions() {
  const [role, setRole] = useState<PermissionRole>('ANNOTATOR')
  const [isMaking, setMaking] = useState(false)
  const { data, error } = useGraph(AdminPermissionsDocument)
  const reload = () => void queryClient.invalidateQueries({ queryKey: keyOf(AdminPermissionsDocument) })
  const remove = useAct(DeletePermissionDocument, { onSuccess: reload })
  const create = useAct(CreatePermissionDocument, {
    onSuccess() {
      setMaking(false)
      reload()
    },
  })
  const all = data?.permissions ?? []
  const scope = scopes.find((one) => namesOf<string>(rolesOf[one]).includes(role)) ?? 'project'
  return (
    <Section title={words.title} side={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      {error && <ErrorNote error={error} />}
      <Select
        label={words.role}
        maw={320}
        // Roles without any permission are listed too, so that they can be given one again.
        data={sorted(
          [...namesOf(rolesOf.group), ...namesOf(rolesOf.project), ...all.flatMap((one) => one.role ?? [])],
          words.roles,
        )}
        value={role}
        allowDeselect={false}
        onChange={(value) => value && setRole(value as PermissionRole)}
      />
      <DataTable
        label={words.title}
        rows={all.filter((one) => one.role === role)}
        keyOf={({ id }) => id}
        columns={[
          [words.action, ({ action }) => wordOf(action, words.actions)],
          [words.resource, ({ resourceType }) => wordOf(resourceType, words.resources)],
          [words.whose, ({ ownOnly }) => (ownOnly ? words.own : words.everybody)],
          [
            words.remove,
            ({ id, action, resourceType }) => (
              <RowAct
                removes
                label={words.removeOf(wordOf(action, words.actions), wordOf(resourceType, words.resources))}
                onClick={() => remove.mutate({ input: { id } })}
              >
                {words.remove}
              </RowAct>
            ),
            'acts',
          ],
        ]}
      />
      {isMaking && (
        <FormDialog
          title={words.makeFor(wordOf(role, words.roles))}
          act={create}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'action', label: words.action, options: sorted(namesOf(actions), words.actions) },
            { name: 'resourceType', label: words.resource, options: sorted(namesOf(resourceTypes), words.resources) },
            { name: 'ownOnly', label: words.own, kind: 'flag' },
          ]}
          onSubmit={({ action = '', resourceType = '', ownOnly }) =>
            create.mutate({
              input: {
                ...{ scope: namesOf([scope])[0]!, role, ownOnly: ownOnly === 'true' },
                ...{ action: action as PermissionAction, resourceType: resourceType as Kind },
              },
            })
          }
        />
      )}
    </Section>
  )
}

function Keys() {
  const words = texts.administration.keys
  const [isMaking, setMaking] = useState(false)
  const keys = usePages(AdminKeysDocument, {}, ({ sharedApiKeys }) => sharedApiKeys)
  const reload = () => void queryClient.invalidateQueries({ queryKey: keyOf(AdminKeysDocument) })
  const remove = useAct(DeleteKeyDocument, { onSuccess: reload })
  const [removing, setRemoving] = useState<{ id: string; keyName: string }>()
  const create = useAct(CreateKeyDocument, {
    onSuccess() {
      setMaking(false)
      reload()
    },
  })
  return (
    <Section
      title={words.title}
      side={
        <Button variant="default" onClick={() => setMaking(true)}>
          {words.make}
        </Button>
      }
    >
      <PagedTable
        label={words.title}
        list={keys}
        keyOf={({ id }) => id}
        columns={[
          [words.provider, ({ provider }) => provider],
          [words.name, ({ keyName }) => keyName],
          [words.mask, ({ keyMask }) => keyMask],
          [
            words.state,
            ({ isActive, isUsable }) => (
              <Badge variant="light" color={isActive && isUsable ? 'teal' : 'gray'} tt="none" miw="max-content">
                {isActive && isUsable ? words.usable : words.unusable}
              </Badge>
            ),
          ],
          [words.used, ({ usageCount }) => usageCount],
          [
            words.remove,
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
          onAct={() => remove.mutate({ input: { id: removing.id, shared: true } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isMaking && (
        <FormDialog
          title={words.make}
          act={create}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'provider', label: words.provider },
            { name: 'keyName', label: words.name },
            { name: 'key', label: words.key, kind: 'secret' },
          ]}
          onSubmit={({ provider = '', keyName = '', key = '' }) =>
            create.mutate({ input: { provider, keyName, key, shared: true } })
          }
        />
      )}
    </Section>
  )
}
