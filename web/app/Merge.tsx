import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from './Dialog.js'
import { AnswerError } from '../lib/answer.js'
import { texts } from '../texts.js'

/** Returns whether a write was refused because another user wrote first. */
export const isStale = (error: unknown) => error instanceof AnswerError && error.code === 'PRECONDITION_FAILED'

/** A field that both users have changed, with both values as text. */
export interface Difference {
  field: string
  label: string
  mine: string
  theirs: string
}

interface Props {
  differences: readonly Difference[]
  onCancel: () => void
  /** Receives the fields in which the other user's stored value is kept. */
  onMerge: (theirs: ReadonlySet<string>) => void
}

/** Shown when another user saved first: for each field that differs, the user chooses one of the two values. */
export function Merge({ differences, onCancel, onMerge }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const words = texts.merge
  return (
    <Dialog onClose={onCancel} title={words.title} size="lg">
      <Stack>
        <Text size="sm">{differences.length ? words.explanation : words.same}</Text>
        {differences.map(({ field, label, mine, theirs: other }) => (
          <Radio.Group
            key={field}
            label={label}
            value={theirs.has(field) ? 'theirs' : 'mine'}
            onChange={(side) => {
              const next = new Set(theirs)
              if (side === 'theirs') next.add(field)
              else next.delete(field)
              setTheirs(next)
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={`${words.mine}: ${mine || words.empty}`} />
              <Radio value="theirs" label={`${words.theirs}: ${other || words.empty}`} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button onClick={() => onMerge(theirs)}>{words.save}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
