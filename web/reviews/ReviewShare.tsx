import { Button, Flex, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { at, paths } from '../app/paths.js'
import { NextOpenDocument, type NextOpenQuery, type NextOpenQueryVariables } from '../generated/graphql.js'
import { graph } from '../lib/graph.js'
import { showDone, showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import { colours } from './ReviewChip.js'
import type { Counts } from './ReviewFilter.js'

const words = texts.reviews

interface Props {
  /** The name of what is counted: a video, a person or a project. */
  name: string
  tallies: readonly Counts[]
  /** What the counted things have in common; undefined if they cannot be listed. */
  of: NextOpenQueryVariables | undefined
  /** Called when nothing is open any more. */
  onNone: () => void
}

export const sumOf = (tallies: readonly Counts[]): Counts => ({
  open: tallies.reduce((sum, { open }) => sum + open, 0),
  accepted: tallies.reduce((sum, { accepted }) => sum + accepted, 0),
  rejected: tallies.reduce((sum, { rejected }) => sum + rejected, 0),
})

/** The reviewed share of things as a bar and in words, and a button that leads to the next open one. */
export function ReviewShare({ name, tallies, of, onNone }: Props) {
  const { open, accepted, rejected } = sumOf(tallies)
  const whole = open + accepted + rejected
  if (!whole) return <Text size="sm">{words.nothingYet}</Text>
  const part = (count: number) => (count / whole) * 100
  return (
    <Flex gap={{ base: 4, sm: 'xs' }} align="center" wrap={{ base: 'wrap', sm: 'nowrap' }}>
      <Stack gap={4} miw={112} flex="0 1 9rem">
        <Text size="sm">{words.share(accepted + rejected, whole)}</Text>
        <Progress.Root size="sm" role="img" aria-label={words.shareOf(name, open, accepted, rejected)}>
          <Progress.Section withAria={false} value={part(accepted)} color={colours.ACCEPTED} />
          <Progress.Section withAria={false} value={part(rejected)} color={colours.REJECTED} />
        </Progress.Root>
      </Stack>
      {open > 0 && of && <NextOpen {...{ name, of, onNone }} />}
    </Flex>
  )
}

function NextOpen({ name, of, onNone }: Pick<Props, 'name' | 'onNone'> & { of: NextOpenQueryVariables }) {
  const [, go] = useLocation()
  const [isBusy, setBusy] = useState(false)
  async function lead() {
    setBusy(true)
    try {
      const address = addressOf(await graph(NextOpenDocument, of))
      if (address) return go(address)
      showDone(words.noneOpen)
      onNone()
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      flex="none"
      loading={isBusy}
      aria-label={words.nextOpenOf(name)}
      onClick={() => void lead()}
    >
      {words.next.OPEN}
    </Button>
  )
}

/** Returns the address of the first open track on its first frame, else of the first open claim or summary. */
function addressOf({ annotations, claims, summaries }: NextOpenQuery): string | undefined {
  const [track] = annotations.nodes
  if (track)
    return at(paths.video, { videoId: track.videoId }, { frame: track.firstFrame ?? undefined, annotation: track.id })
  const [claim] = claims.nodes
  if (claim?.summary) return reading(claim.summary, claim.id)
  return summaries.nodes[0] && reading(summaries.nodes[0])
}

const reading = ({ videoId, personaId }: { videoId: string; personaId?: string | null }, claim?: string) =>
  at(paths.reading, { videoId }, { persona: personaId ?? undefined, claim })
