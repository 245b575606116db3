import { Button, Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { Fold } from '../app/Fold.js'
import { bounds } from '../generated/bounds.js'
import { texts } from '../texts.js'
import { boundNames, type ComparisonBounds } from './comparison-address.js'

const words = texts.agreement

const fields = {
  from: { ...bounds.comparedFrame, allowDecimal: false },
  to: { ...bounds.comparedFrame, allowDecimal: false },
  step: { ...bounds.comparedStep, allowDecimal: false },
  minIou: { ...bounds.comparedIou, allowNegative: false, step: 0.05, decimalScale: 2 },
} as const

/** Restricts the frames that are compared and how alike tracks have to be; folded until the user opens it. */
export function Bounds({ value, onChange }: { value: ComparisonBounds; onChange: (value: ComparisonBounds) => void }) {
  const [draft, setDraft] = useState(value)
  return (
    <Fold name="compare.bounds" title={words.bounds}>
      <Group
        component="form"
        align="end"
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault()
          onChange(draft)
        }}
      >
        {boundNames.map((name) => (
          <NumberInput
            key={name}
            label={words.boundNames[name]}
            placeholder={words.boundDefaults[name]}
            w={150}
            {...fields[name]}
            value={draft[name] ?? ''}
            onChange={(next) =>
              setDraft(({ [name]: _before, ...rest }) => (next === '' ? rest : { ...rest, [name]: Number(next) }))
            }
          />
        ))}
        <Button type="submit" variant="default">
          {words.compare}
        </Button>
      </Group>
    </Fold>
  )
}
