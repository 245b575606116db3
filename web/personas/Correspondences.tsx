import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { DataTable } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Section } from '../app/Section.js'
import { PersonasDocument, type TypeRelation } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'
import { texts } from '../texts.js'
import { useCorrespondences, type Related } from './use-correspondences.js'

const words = texts.correspondences

const relations = Object.entries(words.relations).map(([value, label]) => ({ value, label }))

interface Props {
  personaId: string
  /** Whether the user may change the persona. */
  canChange: boolean
}

/** How the types of a persona relate to those of another one, which the user chooses. */
export function Correspondences({ personaId, canChange }: Props) {
  const [other, setOther] = useState<string | null>(null)
  const { nodes } = useAll(PersonasDocument, {}, ({ personas }) => personas)
  const others = nodes.filter(({ id }) => id !== personaId)
  if (!others.length) return null
  return (
    <Section title={words.title} about={words.about}>
      <Select
        label={words.other}
        placeholder={words.choose}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={other}
        searchable={others.length > 8}
        maw={348}
        onChange={setOther}
      />
      {other !== null && <Between key={other} {...{ personaId, canChange }} otherPersonaId={other} />}
    </Section>
  )
}

const keyOf = ({ own, other }: Related) => JSON.stringify([own.key, other.key])

function Between({ personaId, otherPersonaId, canChange }: Props & { otherPersonaId: string }) {
  const types = useCorrespondences(personaId, otherPersonaId)
  const { stated, suggested, error, isBusy, state, takeBack } = types
  if (error) return <ErrorNote error={error} />
  return (
    <Stack>
      <DataTable
        label={words.stated}
        rows={stated}
        keyOf={keyOf}
        empty={<Text size="sm">{types.isWhole ? words.none : ''}</Text>}
        columns={[
          [words.own, ({ own }) => own.name],
          [words.relation, ({ relation }) => words.relations[relation]],
          [words.theirs, ({ other }) => other.name],
          [
            words.acts,
            ({ id, own, other }) =>
              canChange && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isBusy}
                  aria-label={words.takeBackOf(own.name, other.name)}
                  onClick={() => takeBack(id)}
                >
                  {words.takeBack}
                </Button>
              ),
            'acts',
          ],
        ]}
      />
      {canChange && <StateForm own={types.own} other={types.other} isBusy={isBusy} onState={state} />}
      {suggested.length > 0 && (
        <>
          <Title order={3} size="h5">
            {words.suggested}
          </Title>
          <Suggestions {...{ canChange, isBusy }} rows={suggested} onState={state} />
        </>
      )}
    </Stack>
  )
}

interface SuggestionsProps {
  rows: ReturnType<typeof useCorrespondences>['suggested']
  canChange: boolean
  isBusy: boolean
  onState: (own: string, other: string, relation: TypeRelation) => void
}

function Suggestions({ rows, canChange, isBusy, onState }: SuggestionsProps) {
  return (
    <DataTable
      label={words.suggested}
      rows={rows}
      keyOf={keyOf}
      columns={[
        [words.own, ({ own }) => own.name],
        [words.relation, ({ relation }) => words.relations[relation]],
        [words.theirs, ({ other }) => other.name],
        [words.reason, ({ reason }) => words.reasons[reason]],
        [
          words.acts,
          ({ own, other, relation }) =>
            canChange && (
              <Group gap={6} wrap="nowrap" justify="end">
                <Button
                  size="compact-xs"
                  variant="light"
                  disabled={isBusy}
                  aria-label={words.confirmOf(own.name, other.name)}
                  onClick={() => onState(own.key, other.key, relation)}
                >
                  {words.confirm}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isBusy}
                  aria-label={words.refuseOf(own.name, other.name)}
                  onClick={() => onState(own.key, other.key, 'NONE')}
                >
                  {words.refuse}
                </Button>
              </Group>
            ),
          'acts',
        ],
      ]}
    />
  )
}

interface FormProps {
  own: readonly { key: string; name: string }[]
  other: readonly { key: string; name: string }[]
  isBusy: boolean
  onState: (own: string, other: string, relation: TypeRelation) => void
}

/** States how two chosen types relate. */
function StateForm({ own, other, isBusy, onState }: FormProps) {
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const [relation, setRelation] = useState<TypeRelation>('EXACT')
  const options = (types: FormProps['own']) => types.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (first === null || second === null) return
        onState(first, second, relation)
        setFirst(null)
        setSecond(null)
      }}
    >
      <Group align="end" gap="xs">
        <Select label={words.own} data={options(own)} value={first} searchable onChange={setFirst} />
        <Select
          label={words.relation}
          data={relations}
          value={relation}
          allowDeselect={false}
          onChange={(value) => value && setRelation(value as TypeRelation)}
        />
        <Select label={words.theirs} data={options(other)} value={second} searchable onChange={setSecond} />
        <Button type="submit" variant="default" loading={isBusy} disabled={first === null || second === null}>
          {words.state}
        </Button>
      </Group>
    </form>
  )
}
