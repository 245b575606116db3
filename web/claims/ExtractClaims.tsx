import { Button, Checkbox, NumberInput, Popover, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { bounds } from '../generated/bounds.js'
import {
  ExtractClaimsDocument,
  type ClaimStrategy,
  type ExtractionMode,
  type JobStateFragment,
  type OntologyDepth,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { PercentInput } from './PercentInput.js'

interface Props {
  summaryId: string
  /** The number of claims of the summary: if it has any, an extraction asks what to do with them. */
  present: number
  disabled: boolean
  onStart: (job: JobStateFragment) => void
}

const words = texts.claims.extract

/** A button, with options, that starts a job in which a model extracts claims from the summary. */
export function ExtractClaims({ summaryId, present, disabled, onStart }: Props) {
  const [opened, setOpened] = useState(false)
  const [options, setOptions] = useState(usualOptions)
  const [chosen, setChosen] = useState<ExtractionMode | null>(null)
  const mode = present === 0 ? 'ADD_NEW' : chosen
  const { mutate, isPending } = useAct(ExtractClaimsDocument, {
    onSuccess({ extractClaims }) {
      setOpened(false)
      setChosen(null)
      onStart(extractClaims.job)
    },
  })
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-end" withRoles width={300}>
      <Popover.Target>
        <Button size="xs" variant="subtle" disabled={disabled} onClick={() => setOpened(!opened)}>
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
              onChange={(value) => setChosen(value as ExtractionMode | null)}
              comboboxProps={{ withinPortal: false }}
            />
          )}
          <OptionFields options={options} onChange={setOptions} />
          <Button
            loading={isPending}
            disabled={mode === null}
            onClick={() => mutate({ input: { summaryId, mode: mode!, ...inputOf(options) } })}
          >
            {words.start}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface Options {
  strategy: ClaimStrategy
  maxClaims: number | string
  minConfidence: number | string
  includeAnnotations: boolean
  includeOntology: boolean
  ontologyDepth: OntologyDepth
}

const usualOptions: Options = {
  strategy: 'SENTENCE_BASED',
  maxClaims: 50,
  minConfidence: 0.5,
  includeAnnotations: false,
  includeOntology: false,
  ontologyDepth: 'NAMES_ONLY',
}

const inputOf = ({ maxClaims, minConfidence, ontologyDepth, ...options }: Options) => ({
  ...options,
  ...(maxClaims !== '' && { maxClaims: Number(maxClaims) }),
  ...(minConfidence !== '' && { minConfidence: Number(minConfidence) }),
  ...(options.includeOntology && { ontologyDepth }),
})

function OptionFields({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const change = (values: Partial<Options>) => onChange({ ...options, ...values })
  return (
    <>
      <Select
        label={words.strategy}
        data={choicesOf(words.strategies)}
        value={options.strategy}
        allowDeselect={false}
        onChange={(value) => value && change({ strategy: value as ClaimStrategy })}
        comboboxProps={{ withinPortal: false }}
      />
      <NumberInput
        label={words.maxClaims}
        {...bounds.extractedClaims}
        allowDecimal={false}
        value={options.maxClaims}
        onChange={(maxClaims) => change({ maxClaims })}
      />
      <PercentInput
        label={words.minConfidence}
        {...bounds.extractedConfidence}
        value={options.minConfidence}
        onChange={(minConfidence) => change({ minConfidence })}
      />
      <Checkbox
        label={words.annotations}
        checked={options.includeAnnotations}
        onChange={(event) => change({ includeAnnotations: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.ontology}
        checked={options.includeOntology}
        onChange={(event) => change({ includeOntology: event.currentTarget.checked })}
      />
      {options.includeOntology && (
        <Select
          label={words.depth}
          data={choicesOf(words.depths)}
          value={options.ontologyDepth}
          allowDeselect={false}
          onChange={(value) => value && change({ ontologyDepth: value as OntologyDepth })}
          comboboxProps={{ withinPortal: false }}
        />
      )}
    </>
  )
}
