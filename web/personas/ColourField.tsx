import { Group, Input } from '@mantine/core'
import { useId, type CSSProperties } from 'react'
import { colourOf, palette } from '../lib/colours.js'
import { texts } from '../texts.js'
import classes from './ColourField.module.css'

interface Props {
  label: string
  /** The colour as it is stored, which may be any text. */
  value: string | undefined
  readOnly: boolean
  onChange: (value: string | null) => void
}

const words = texts.schema

/** A field for a colour: none, one of the palette, or any other one. */
export function ColourField({ label, value, readOnly, onChange }: Props) {
  const name = useId()
  const colour = colourOf(value)
  return (
    <Input.Wrapper label={label} labelElement="div" description={words.colourHint}>
      <Group gap={6} mt={6}>
        <Group gap={6} role="radiogroup" aria-label={label}>
          {['', ...palette].map((one) => (
            <input
              key={one}
              type="radio"
              name={name}
              className={one ? classes.swatch : `${classes.swatch} ${classes.none}`}
              style={{ '--colour': one } as CSSProperties}
              aria-label={one ? words.swatch(one) : words.noColour}
              disabled={readOnly}
              checked={one ? one === colour : value === undefined}
              onChange={() => onChange(one || null)}
            />
          ))}
        </Group>
        <Input
          type="color"
          size="xs"
          w={56}
          aria-label={words.otherColour}
          disabled={readOnly}
          value={colour ?? '#808080'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Group>
    </Input.Wrapper>
  )
}
