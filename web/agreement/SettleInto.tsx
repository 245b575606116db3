import { Button, Group, Select, Text } from '@mantine/core'
import { PersonasDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'
import { texts } from '../texts.js'
import type { Settling } from './use-settling.js'

const words = texts.disagreements

/** The option that makes a persona; no id is empty. */
const newPersona = ''

interface Persona {
  id: string
  name: string
}

/**
 * Returns the persona that disagreements of a video are settled into, of those that the user may change: the one that
 * the address names, else the one that has the name of those that this page makes; and the project that all compared
 * personas are in. `isThere` tells whether it is known.
 */
export function useInto(filename: string, named: string | undefined, compared: readonly string[]) {
  const { nodes, isWhole, error } = useAll(PersonasDocument, {}, ({ personas }) => personas)
  const personas: readonly Persona[] = nodes.filter(({ viewerCan }) => viewerCan.update)
  const usual = words.newPersonaName(filename)
  const into = personas.find(({ id }) => id === named) ?? personas.find(({ name }) => name === usual)
  const projects = new Set(nodes.filter(({ id }) => compared.includes(id)).map(({ project }) => project?.id))
  const [projectId] = projects.size === 1 ? projects : []
  return { personas, into, projectId, isThere: isWhole || into !== undefined || error !== null }
}

interface Props {
  personas: readonly Persona[]
  into: Persona | undefined
  onInto: (personaId: string) => void
  settling: Settling
}

/** The choice of the persona that disagreements are settled into, and what was settled last. */
export function SettleInto({ personas, into, onInto, settling }: Props) {
  const { said, undo } = settling
  const options = personas.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Select
        label={words.into}
        placeholder={words.noInto}
        data={[...options, { value: newPersona, label: words.makeInto }]}
        value={into?.id ?? null}
        allowDeselect={false}
        searchable={options.length > 8}
        size="xs"
        w={{ base: '100%', sm: 348 }}
        onChange={(id) => (id ? onInto(id) : settling.makePersona())}
      />
      <Group gap="xs" mih={said ? 22 : 0}>
        <Text size="xs" role="status">
          {said}
        </Text>
        {undo && (
          <Button size="compact-xs" variant="default" onClick={undo}>
            {words.undo}
          </Button>
        )}
      </Group>
    </>
  )
}
