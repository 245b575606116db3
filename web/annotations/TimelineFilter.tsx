import { Badge, Button, MultiSelect, Popover, Slider, Stack, Switch, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { IconFilter } from '../app/icons.js'
import type { AnnotationSource } from '../generated/graphql.js'
import { texts } from '../texts.js'
import type { TrackIndex } from './track-index.js'
import { conditionsOf, type TrackLooks } from './track-looks.js'
import { useEntries, useLooks } from './use-tracks.js'

const words = texts.watch

/** Restricts which tracks are listed and drawn: by type, persona, source, confidence and frame. */
export function TimelineFilter({ index, looks }: { index: TrackIndex; looks: TrackLooks }) {
  const entries = useEntries(index)
  const { filter, hidden } = useLooks(looks)
  const [isOpen, setOpen] = useState(false)
  const offered = useMemo(() => (isOpen ? choicesOf(index) : undefined), [index, entries, isOpen])
  const count = conditionsOf(filter)
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} position="top-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          h={34}
          variant={count ? 'light' : 'default'}
          leftSection={<IconFilter size={16} />}
          rightSection={count > 0 && <Badge size="sm">{count}</Badge>}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {offered && (
          <Stack gap="xs">
            {/* First, because it has the focus: the list of a field that has the focus covers those below it. */}
            <Switch
              label={words.onFrame}
              checked={filter.onFrame}
              onChange={({ currentTarget }) => looks.setFilter({ onFrame: currentTarget.checked })}
            />
            <Several
              label={words.filterType}
              data={offered.keys}
              value={filter.keys}
              onChange={(keys) => looks.setFilter({ keys })}
            />
            <Several
              label={words.filterPersona}
              data={offered.personas}
              value={filter.personas}
              onChange={(personas) => looks.setFilter({ personas })}
            />
            <Several
              label={words.filterSource}
              data={offered.sources}
              value={filter.sources}
              onChange={(sources) => looks.setFilter({ sources })}
            />
            <div>
              <Text size="sm">{words.filterConfidence(Math.round(filter.confidence * 100))}</Text>
              <Slider
                min={0}
                max={100}
                step={5}
                label={null}
                value={Math.round(filter.confidence * 100)}
                thumbLabel={words.leastConfidence}
                onChange={(percent) => looks.setFilter({ confidence: percent / 100 })}
              />
            </div>
            {hidden.size > 0 && (
              <Button size="xs" variant="default" onClick={() => looks.mark('hidden', [...hidden], false)}>
                {words.showHidden(hidden.size)}
              </Button>
            )}
            <Button size="xs" variant="default" disabled={count === 0} onClick={() => looks.clearFilter()}>
              {words.clearFilter}
            </Button>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface SeveralProps {
  label: string
  data: { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

function Several({ label, data, value, onChange }: SeveralProps) {
  return (
    <MultiSelect
      size="xs"
      label={label}
      placeholder={value.length ? '' : words.any}
      data={data}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  )
}

/** Returns the values that the tracks of the video can be filtered by. */
function choicesOf(index: TrackIndex) {
  const [keys, personas, sources] = [new Map<string, string>(), new Map<string, string>(), new Set<AnnotationSource>()]
  for (const { key, label, personaId, source } of index.entries ?? []) {
    const thing = index.thingOf(key)
    keys.set(key, thing?.name ?? label)
    personas.set(personaId ?? '', personaId === null ? words.noPersona : (thing?.persona ?? personaId))
    if (source) sources.add(source)
  }
  const options = (of: Map<string, string>) =>
    [...of].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
  return {
    keys: options(keys),
    personas: options(personas),
    sources: options(new Map([...sources].map((one) => [one, texts.tracks.sources[one]]))),
  }
}
