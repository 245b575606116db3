import { Badge } from '@mantine/core'
import { texts } from '../texts.js'

/** How confident a model is of what it wrote. */
export function Confidence({ value }: { value: number }) {
  return (
    <Badge variant="light" color={value < 0.5 ? 'orange' : 'teal'} tt="none">
      {texts.reading.sure(value)}
    </Badge>
  )
}
