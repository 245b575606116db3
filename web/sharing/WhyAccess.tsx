import { Alert, Group, List, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { WhyAccessDocument, type Kind, type PermissionAction } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { useKnownPeople } from './people.js'
import { texts } from '../texts.js'

/** A resource whose access can be explained; `kind` is the server's word for its kind. */
export interface AskedAbout {
  kind: Kind
  id: string
  name: string
}

interface Props {
  things: readonly AskedAbout[]
  /** Users who are offered first, as names by id; the first of them is selected initially. */
  members?: ReadonlyMap<string, string>
  /** The action that is selected initially. */
  act: keyof typeof texts.projects.why.actions
}

const nobody: ReadonlyMap<string, string> = new Map()
const optionsOf = (named: Iterable<readonly [string, string]>) => [...named].map(([value, label]) => ({ value, label }))
const keyOf = ({ kind, id }: AskedAbout) => `${kind} ${id}`

/** Explains to administrators why a user can or cannot do something with a resource. */
export function WhyAccess({ things, members = nobody, act }: Props) {
  const words = texts.projects.why
  const { people, search } = useKnownPeople()
  const [userId, setUser] = useState([...members.keys()][0] ?? null)
  const [chosenAct, setAct] = useState<PermissionAction>(act)
  const [target, setTarget] = useState<string>()
  const thing = things.find((one) => keyOf(one) === target) ?? things[0]
  const acts = Object.entries(words.actions).filter(([one]) => one !== 'MANAGE_MEMBERS' || thing?.kind === 'PROJECT')
  const action = acts.some(([one]) => one === chosenAct) ? chosenAct : act
  const { data, error } = useGraph(
    WhyAccessDocument,
    { userId: userId ?? '', kind: thing?.kind ?? 'PROJECT', id: thing?.id ?? '', action },
    { enabled: Boolean(userId && thing) },
  )
  const answer = data?.explainAccess
  const others = [...people].filter(([id]) => !members.has(id))
  const who = [
    { group: texts.projects.members, items: optionsOf(members) },
    { group: words.others, items: optionsOf(others) },
  ]
  return (
    <Stack gap="sm">
      <Group align="end">
        <Select
          label={texts.projects.person}
          data={members.size ? who : optionsOf(others)}
          value={userId}
          searchable
          // Selecting a member copies the member's name into the search field; that is not a search.
          onSearchChange={(typed) => search([...members.values()].includes(typed) ? '' : typed)}
          allowDeselect={false}
          nothingFoundMessage={texts.projects.nobody}
          onChange={(value) => value && setUser(value)}
        />
        <Select
          label={words.action}
          data={optionsOf(acts)}
          value={action}
          allowDeselect={false}
          onChange={(value) => value && setAct(value as PermissionAction)}
        />
        {things.length > 1 && thing && (
          <Select
            label={words.what}
            data={things.map((one) => ({ value: keyOf(one), label: one.name }))}
            value={keyOf(thing)}
            searchable
            allowDeselect={false}
            onChange={(value) => value && setTarget(value)}
          />
        )}
      </Group>
      {error && <ErrorNote error={error} />}
      {answer && (
        <Alert color={answer.allowed ? 'teal' : 'orange'} title={answer.allowed ? words.yes : words.no} role="status">
          {answer.reasons.length > 0 && (
            <List size="sm">
              {answer.reasons.map((reason) => (
                <List.Item key={reason}>{reason}</List.Item>
              ))}
            </List>
          )}
          {!answer.allowed && !answer.reasons.length && words.noReason(answer.role)}
        </Alert>
      )}
    </Stack>
  )
}
