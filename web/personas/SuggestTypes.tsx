import { Button, Checkbox, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { showDone, showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import {
  SaveTypeDocument,
  SuggestTypesDocument,
  type OntologyTypeKind,
  type SuggestTypesMutation,
} from '../generated/graphql.js'
import { graph, useAct } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { texts } from '../texts.js'

interface Props {
  personaId: string
  kind: OntologyTypeKind
  /** The initial text about the domain: the information need of the persona. */
  informationNeed: string
  /** The existing types, which suggestions may refine. */
  types: readonly { key: string; name: string }[]
  /** Reads the types again. */
  onAdded: () => Promise<unknown>
}

const words = texts.suggest

/** A button that has a model suggest types and adds those that the user chooses. */
export function SuggestTypes(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <SuggestDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function SuggestDialog({ personaId, kind, informationNeed, types, onAdded, onClose }: Props & { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAdding, setAdding] = useState(false)
  // A suggestion keeps its id, so that a retry after a lost response adds the same type.
  const ids = useRef(new Map<string, string>())
  const { mutate, data, isPending } = useAct(SuggestTypesDocument, { onSuccess: () => setChosen([]) })
  const offered = data?.augmentOntology.suggestions ?? []

  /** Adds the chosen types one after the other, because another user may add types meanwhile. */
  async function add() {
    setAdding(true)
    const keys = new Map(types.map(({ key, name }) => [name, key]))
    const left = new Set(chosen)
    try {
      for (const { name, description, parent, examples } of offered.filter((one) => left.has(one.name))) {
        const key = ids.current.get(name) ?? randomId()
        ids.current.set(name, key)
        const parentTypeId = parent ? keys.get(parent) : undefined
        const gloss = description ? [{ type: 'TEXT' as const, content: description }] : []
        const type = { key, name, gloss, ...(parentTypeId && { parentTypeId }), ...(examples.length && { examples }) }
        await graph(SaveTypeDocument, { input: { personaId, kind, type } })
        keys.set(name, key)
        left.delete(name)
      }
      showDone(words.added(chosen.length))
      onClose()
    } catch (error) {
      // Types that are still to be added stay chosen.
      setChosen([...left])
      showError(error)
    } finally {
      setAdding(false)
      if (left.size < chosen.length) await onAdded().catch(showError)
    }
  }

  return (
    <Dialog title={words.title(texts.gloss.types[kind])} size="lg" onClose={onClose}>
      <Stack>
        <SuggestForm
          informationNeed={informationNeed}
          isRepeated={data !== undefined}
          isBusy={isPending}
          onAsk={(domain, maxSuggestions) =>
            mutate({ input: { personaId, targetCategory: kind, domain, maxSuggestions } })
          }
        />
        <Text size="sm" c="dimmed" role="status">
          {isPending ? words.asking : data && (offered.length ? data.augmentOntology.reasoning : words.none)}
        </Text>
        {offered.length > 0 && !isPending && (
          <>
            <Suggestions {...{ offered, chosen }} disabled={isAdding} onChange={setChosen} />
            <Group justify="end">
              <Button variant="default" disabled={isAdding} onClick={onClose}>
                {texts.states.cancel}
              </Button>
              <Button disabled={!chosen.length} loading={isAdding} onClick={() => void add()}>
                {words.add(chosen.length)}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

interface FormProps {
  informationNeed: string
  /** Whether types have been suggested before. */
  isRepeated: boolean
  isBusy: boolean
  onAsk: (domain: string, maxSuggestions: number) => void
}

function SuggestForm({ informationNeed, isRepeated, isBusy, onAsk }: FormProps) {
  const [domain, setDomain] = useState(informationNeed)
  const [maxSuggestions, setMost] = useState<number | string>(10)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(domain.trim(), Number(maxSuggestions) || 10)
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={words.domain}
          description={words.domainHint}
          autosize
          minRows={2}
          maxRows={8}
          required
          data-autofocus
          value={domain}
          onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        />
        <Group align="end" justify="space-between">
          <NumberInput
            label={words.most}
            {...bounds.suggestedTypes}
            allowDecimal={false}
            w={160}
            value={maxSuggestions}
            onChange={setMost}
          />
          <Button type="submit" variant={isRepeated ? 'default' : 'filled'} loading={isBusy} disabled={!domain.trim()}>
            {words.ask}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface SuggestionsProps {
  offered: SuggestTypesMutation['augmentOntology']['suggestions']
  /** The names of the chosen suggestions. */
  chosen: readonly string[]
  disabled: boolean
  onChange: (chosen: readonly string[]) => void
}

function Suggestions({ offered, chosen, disabled, onChange }: SuggestionsProps) {
  return (
    <Checkbox.Group label={words.suggestions} value={[...chosen]} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {offered.map(({ name, description, parent, confidence, examples }) => (
          <Checkbox
            key={name}
            value={name}
            disabled={disabled}
            label={[name, texts.reading.sure(confidence)].join(' · ')}
            description={[description, parent && words.refines(parent), ...examples].filter(Boolean).join(' – ')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
