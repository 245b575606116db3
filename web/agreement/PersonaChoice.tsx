import { MultiSelect } from '@mantine/core'
import { texts } from '../texts.js'
import type { ComparedPersona } from './chosen-personas.js'
import { mostCompared } from './looks.js'

interface Props {
  personas: readonly ComparedPersona[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
}

/** Chooses the personas that are compared, as many as there are looks. */
export function PersonaChoice({ personas, chosen, onChoose }: Props) {
  return (
    <MultiSelect
      label={texts.compare.personas}
      description={texts.compare.personasHint(mostCompared)}
      data={personas.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...chosen]}
      maxValues={mostCompared}
      searchable
      maw={720}
      onChange={onChoose}
    />
  )
}
