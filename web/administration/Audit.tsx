import { Code, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { PagedTable } from '../app/DataTable.js'
import { Section } from '../app/Section.js'
import {
  AdminAuditDocument,
  AdminUsersDocument,
  type AdminAuditQuery,
  type ChangeOperation,
  type ChangeVia,
  type Kind,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import classes from './Audit.module.css'

type Entry = AdminAuditQuery['audit']['nodes'][number]

/**
 * The audit: every change of content and of access, and every sign-in, filtered by user, kind, operation, way and
 * object.
 */
export function Audit() {
  const words = texts.administration.audit
  const [userId, setUserId] = useState<string | null>(null)
  const [kind, setKind] = useState<Kind | null>(null)
  const [operation, setOperation] = useState<ChangeOperation | null>(null)
  const [via, setVia] = useState<ChangeVia | null>(null)
  const [thing, setThing] = useState('')
  const [searchedThing] = useDebouncedValue(thing.trim(), 250)
  const filters = { userId, kind, operation, via, thing: searchedThing || null }
  const list = usePages(AdminAuditDocument, filters, ({ audit }) => audit)
  const clearable = { clearable: true, clearButtonProps: { 'aria-label': words.all }, placeholder: words.all }
  return (
    <Section title={words.title} about={words.what}>
      <Group>
        <Person value={userId} onChange={setUserId} />
        <Select
          {...clearable}
          label={words.kind}
          searchable
          data={choicesOf(words.kinds)}
          value={kind}
          onChange={(value) => setKind(value as Kind | null)}
        />
        <Select
          {...clearable}
          label={words.operation}
          data={choicesOf(words.operations)}
          value={operation}
          onChange={(value) => setOperation(value as ChangeOperation | null)}
        />
        <Select
          {...clearable}
          label={words.via}
          data={choicesOf(words.ways)}
          value={via}
          onChange={(value) => setVia(value as ChangeVia | null)}
        />
        <TextInput label={words.thing} value={thing} onChange={(event) => setThing(event.currentTarget.value)} />
      </Group>
      <PagedTable
        label={words.title}
        list={list}
        keyOf={({ position }) => position}
        columns={[
          [words.when, ({ at }) => texts.things.moment(at)],
          [words.who, ({ actor }) => actor?.username ?? words.nobody],
          [words.via, ({ via: way, viaId }) => (way === 'SCHEDULE' ? viaId : way && words.ways[way])],
          [words.operation, ({ operation: done, kind: of }) => !acts.has(of) && words.operations[done]],
          [words.kind, ({ kind: of }) => kindOf(of)],
          [words.thing, (entry) => <Thing entry={entry} />],
          [words.changed, ({ members, details }) => <Changed says={members.join(', ') || detailsOf(details)} />],
        ]}
      />
    </Section>
  )
}

/** Kinds that are acts themselves, such as a failed sign-in; nothing is created by them. */
const acts: ReadonlySet<string> = new Set(['FAILED_SIGN_IN', 'IMPORT', 'EXPORT'])

const kindOf = (kind: string) => (texts.administration.audit.kinds as Record<string, string>)[kind] ?? kind

function Thing({ entry: { thingId, part, version } }: { entry: Entry }) {
  return (
    <>
      <Code className={classes.id!} title={part ?? thingId ?? ''}>
        {part ?? thingId ?? ''}
      </Code>
      {version != null && <Text size="xs">{texts.administration.audit.version(version)}</Text>}
    </>
  )
}

/** What was changed, in two lines at most; the whole of it is its title. */
function Changed({ says }: { says: string }) {
  return (
    <Text size="sm" lineClamp={2} title={says}>
      {says}
    </Text>
  )
}

const detailsOf = (details: unknown) =>
  Object.entries((details ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

/** A field that finds an account by a part of its name. */
function Person({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const words = texts.administration.audit
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, 250)
  const { nodes = [] } = usePages(AdminUsersDocument, { search: term || null }, ({ accounts }) => accounts)
  return (
    <Select
      label={words.who}
      placeholder={words.all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.all }}
      data={nodes.map(({ id, username }) => ({ value: id, label: username }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  )
}
