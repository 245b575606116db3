import { Anchor, Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { clockTime } from '../videos/clock-time.js'
import { useFrame } from '../videos/use-player.js'
import type { ClaimEvidence } from './evidence.js'

const words = texts.claims

interface Props {
  player: Player
  evidence: ClaimEvidence
  /** Hides the panel where the claim is on the page; otherwise the panel has a link to the claim. */
  onClose?: () => void
}

/** The text of a claim, with a button for each frame and each time of its evidence. */
export function EvidencePanel({ player, evidence: { text, address, frames, heard }, onClose }: Props) {
  const shown = useFrame(player)
  const labels = new Set(frames.find(({ frame }) => frame === shown)?.boxes.flatMap(({ label }) => label || []))
  const places = [
    ...frames.map(({ frame }) => ({ frame, name: words.frame(frame) })),
    ...heard.map((time) => ({ frame: frameAt(player.clock, time), name: words.heard(clockTime(time)) })),
  ]
  return (
    <Paper withBorder p="xs" mt={onClose ? 8 : 0} component="section" aria-label={words.restsOn}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Title order={2} size="h6">
            {words.restsOn}
          </Title>
          {onClose && <CloseButton size="sm" aria-label={words.hideEvidence} onClick={onClose} />}
          {!onClose && address && (
            <Anchor component={Link} href={address} size="sm">
              {words.back}
            </Anchor>
          )}
        </Group>
        <Text size="sm" lineClamp={onClose ? 2 : 0} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Group gap={6}>
          {places.map(({ frame, name }) => (
            <Button
              key={name}
              size="compact-xs"
              variant={frame === shown ? 'filled' : 'default'}
              aria-pressed={frame === shown}
              onClick={() => player.show(frame)}
            >
              {name}
            </Button>
          ))}
        </Group>
        {labels.size > 0 && <Text size="sm">{words.marked([...labels])}</Text>}
      </Stack>
    </Paper>
  )
}
