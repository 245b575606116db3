import { Button, Checkbox, NumberInput, Popover, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { bounds } from '../generated/bounds.js'
import { ExtractClaimsDocument, type JobStateFragment } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

interface Props {
  summaryId: string
  /** How many claims the summary has: a second extraction asks what becomes of them. */
  present: number
  disabled: boolean
  onStart: (job: JobStateFragment) => void
}

const words = texts.claims.extract

/** A button and its options that start a job in which a model extracts claims from the summary. */
export function ExtractClaims({ summaryId, present, disabled, onStart }: Props) {
  const [opened, setOpened] = useState(false)
  const [strategy, setStrategy] = useState('sentence-based')
  const [maxClaims, setMaxClaims] = useState<number | string>(50)
  const [minConfidence, setMinConfidence] = useState<number | string>(0.5)
  const [includeAnnotations, setAnnotations] = useState(false)
  const [includeOntology, setOntology] = useState(false)
  const [ontologyDepth, setDepth] = useState('names-only')
  const [chosen, setChosen] = useState<string | null>(null)
  const mode = present === 0 ? 'addNew' : chosen
  const { mutate, isPending } = useAct(ExtractClaimsDocument, {
    onSuccess({ extractClaims }) {
      setOpened(false)
      setChosen(null)
      onStart(extractClaims)
    },
  })
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-end" withRoles width={300}>
      <Popover.Target>
        <Button size="xs" variant="light" disabled={disabled} onClick={() => setOpened(!opened)}>
          {words.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.open}>
        <Stack gap="sm">
          {present > 0 && (
            <Select
              label={words.mode}
              description={words.choose(present)}
              data={choicesOf(words.modes)}
              value={chosen}
              required
              onChange={setChosen}
              comboboxProps={{ withinPortal: false }}
            />
          )}
          <Select
            label={words.strategy}
            data={choicesOf(words.strategies)}
            value={strategy}
            allowDeselect={false}
            onChange={(value) => value && setStrategy(value)}
            comboboxProps={{ withinPortal: false }}
          />
          <NumberInput
            label={words.maxClaims}
            {...bounds.extractedClaims}
            allowDecimal={false}
            value={maxClaims}
            onChange={setMaxClaims}
          />
          <NumberInput
            label={words.minConfidence}
            {...bounds.extractedConfidence}
            step={0.1}
            decimalScale={2}
            value={minConfidence}
            onChange={setMinConfidence}
          />
          <Checkbox
            label={words.annotations}
            checked={includeAnnotations}
            onChange={(event) => setAnnotations(event.currentTarget.checked)}
          />
          <Checkbox
            label={words.ontology}
            checked={includeOntology}
            onChange={(event) => setOntology(event.currentTarget.checked)}
          />
          {includeOntology && (
            <Select
              label={words.depth}
              data={choicesOf(words.depths)}
              value={ontologyDepth}
              allowDeselect={false}
              onChange={(value) => value && setDepth(value)}
              comboboxProps={{ withinPortal: false }}
            />
          )}
          <Button
            loading={isPending}
            disabled={mode === null}
            onClick={() =>
              mutate({
                input: {
                  ...{ summaryId, strategy, includeAnnotations, includeOntology, mode: mode! },
                  ...(maxClaims !== '' && { maxClaims: Number(maxClaims) }),
                  ...(minConfidence !== '' && { minConfidence: Number(minConfidence) }),
                  ...(includeOntology && { ontologyDepth }),
                },
              })
            }
          >
            {words.start}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
