import { List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTypesOfPersonas } from '../personas/targets.js'
import { texts } from '../texts.js'
import { nameIn, type ComparedPersona } from './chosen-personas.js'
import type { Agreement } from './figure-text.js'

const words = texts.agreement

interface Props {
  agreement: Pick<Agreement, 'unmapped' | 'conflicts' | 'leftOut'>
  personas: readonly ComparedPersona[]
}

/** Types that have no counterpart, types that clash, and how much was left out. */
export function NotCompared({ agreement: { unmapped, conflicts, leftOut }, personas }: Props) {
  const nameOf = (personaId: string) => nameIn(personas, personaId)
  const left = [
    ...(leftOut.otherStates ? [words.otherStates(leftOut.otherStates)] : []),
    ...(leftOut.withoutBoxes ? [words.withoutBoxes(leftOut.withoutBoxes)] : []),
  ]
  return (
    <Stack gap="md">
      <Part title={words.unmapped} about={words.unmappedMeaning} none={words.noUnmapped}>
        {unmapped.map(({ personaId, typeId, name }) => (
          <List.Item key={`${personaId} ${typeId}`}>{words.typeOf(nameOf(personaId), name)}</List.Item>
        ))}
      </Part>
      {conflicts.length > 0 && (
        <Part title={words.conflicts} about={words.conflictsMeaning}>
          <Conflicts {...{ conflicts, nameOf }} />
        </Part>
      )}
      <Part title={words.leftOut} none={words.nothingLeftOut}>
        {left.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </Part>
    </Stack>
  )
}

interface ConflictsProps extends Pick<Agreement, 'conflicts'> {
  nameOf: (personaId: string) => string
}

/** Types of one persona that a rule would make the same, with the names that they have in the ontologies. */
function Conflicts({ conflicts, nameOf }: ConflictsProps) {
  const known = useTypesOfPersonas()
  const typeName = (personaId: string, typeId: string) =>
    known.find(({ id }) => id === personaId)?.ontology?.types.find(({ key }) => key === typeId)?.name ?? typeId
  return conflicts.map(({ rule, types }) => {
    const listed = types.map(({ personaId, typeId }) => words.typeOf(nameOf(personaId), typeName(personaId, typeId)))
    return (
      <List.Item key={types.map(({ personaId, typeId }) => `${personaId} ${typeId}`).join()}>
        {words.conflict(words.rules[rule], listed.join(', '))}
      </List.Item>
    )
  })
}

interface PartProps {
  title: string
  about?: string
  /** Shown in place of an empty list. */
  none?: string
  children: ReactNode
}

function Part({ title, about, none = '', children }: PartProps) {
  const isEmpty = Array.isArray(children) && children.length === 0
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <>
          {about !== undefined && (
            <Text size="sm" c="dimmed" maw="70ch">
              {about}
            </Text>
          )}
          <List size="sm">{children}</List>
        </>
      )}
    </Stack>
  )
}
