import { Button, Group, Kbd, Text } from '@mantine/core'
import { useSingleKeys } from '../app/letters.js'
import { texts } from '../texts.js'
import { isSettled, type Disagreement, type DisagreementThing } from './disagreement.js'
import type { Settling } from './use-settling.js'

const words = texts.disagreements

interface Props {
  one: Disagreement
  settling: Settling
  /** Returns the name of the persona of a thing. */
  ownerOf: (thing: DisagreementThing) => string
}

/** What settles the chosen disagreement, each with its key; how it is settled, if it is. */
export function SettleActs({ one, settling, ownerOf }: Props) {
  const [hasKeys] = useSingleKeys()
  const { things, decision } = one
  const adopted = things.find(({ id }) => id === decision?.adoptedId)
  return (
    <>
      {isSettled(one) && decision && (
        <Group gap="xs">
          <Text size="xs" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {adopted ? words.isAdopted(ownerOf(adopted)) : words.isKept} {decision.note && words.noted(decision.note)}
          </Text>
          <Button size="compact-xs" variant="default" disabled={settling.isBusy} onClick={() => settling.reopen(one)}>
            {words.reopen}
          </Button>
        </Group>
      )}
      <Group gap={6} role="group" aria-label={words.settle}>
        {things.map((thing, at) => (
          <Button
            key={thing.id}
            size="compact-xs"
            variant="default"
            aria-disabled={settling.isBusy}
            rightSection={hasKeys && at < mostKeys && <Kbd size="xs">{at + 1}</Kbd>}
            onClick={() => settling.adopt(one, thing)}
          >
            {words.adopt(ownerOf(thing))}
          </Button>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          rightSection={hasKeys && <Kbd size="xs">B</Kbd>}
          onClick={() => settling.keep(one)}
        >
          {words.keep(things.length)}
        </Button>
      </Group>
    </>
  )
}

/** The number of things that have a key of their own. */
export const mostKeys = 6
