import { Button, FileButton, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DataTable } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { optionsOf, usePersonaNames } from '../app/names.js'
import { choicesOf } from '../lib/choices.js'
import { showError } from '../lib/notices.js'
import { texts } from '../texts.js'
import { Coloured } from './Coloured.js'
import type { PlannedType } from './new-types.js'
import { namesOf, type List } from './thing.js'
import { useNewTypes, type AddingTypes, type Source, type TextSource } from './use-new-types.js'

const words = texts.addTypes

interface Props extends Omit<AddingTypes, 'onClose'> {
  /** The persona that gets the types. */
  personaId: string
}

/** A button that adds several types to a list at once: those of a text, of another tool or of another persona. */
export function AddTypes(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <AddDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog(props: Props & Pick<AddingTypes, 'onClose'>) {
  const { list, lists, personaId, onClose } = props
  const state = useNewTypes(props)
  const { source, setSource, plan, count, add, isAdding } = state
  return (
    <Dialog title={words.title(lists[list]!.label)} size="lg" onClose={onClose}>
      <Stack>
        <Select
          label={words.source}
          data={choicesOf(words.sources)}
          value={source}
          allowDeselect={false}
          disabled={isAdding}
          onChange={(next) => next && setSource(next as Source)}
        />
        {source === 'persona' ? (
          <PersonaField value={state.personaId} but={personaId} disabled={isAdding} onChange={state.setPersona} />
        ) : (
          <TextField {...state} source={source} disabled={isAdding} />
        )}
        <Text size="sm" c="dimmed" role="status">
          {plan.length > 0 && words.found(count, plan.length - count)}
        </Text>
        {plan.length > 0 && <Plan plan={plan} list={lists[list]!} />}
        <Group justify="end">
          <Button variant="default" disabled={isAdding} onClick={onClose}>
            {texts.states.cancel}
          </Button>
          <Button disabled={!count} loading={isAdding} onClick={() => void add()}>
            {texts.suggest.add(count)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface TextProps extends Pick<ReturnType<typeof useNewTypes>, 'text' | 'setText' | 'fault'> {
  source: TextSource
  disabled: boolean
}

/** The text from which types are read, typed, pasted or taken from a file. */
function TextField({ source, text, setText, fault, disabled }: TextProps) {
  return (
    <>
      <Textarea
        label={words.texts[source]}
        description={words.hints[source]}
        error={fault && words.faults[fault.what](fault.detail)}
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        disabled={disabled}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group>
        <FileButton onChange={(file) => void file?.text().then(setText, showError)}>
          {(props) => (
            <Button variant="default" size="xs" disabled={disabled} {...props}>
              {words.file}
            </Button>
          )}
        </FileButton>
      </Group>
    </>
  )
}

interface PersonaProps {
  value: string | null
  /** The persona that gets the types. */
  but: string
  disabled: boolean
  onChange: (personaId: string | null) => void
}

function PersonaField({ value, but, disabled, onChange }: PersonaProps) {
  const { nodes } = usePersonaNames()
  return (
    <Select
      label={words.persona}
      data={optionsOf(nodes.filter(({ id }) => id !== but))}
      value={value}
      searchable
      allowDeselect={false}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

/** The number of types that the preview shows. */
const mostShown = 100

/** The types that were read, and which of them are added. */
function Plan({ plan, list }: { plan: readonly PlannedType[]; list: List }) {
  const attributes = list.parts?.['attributes']
  const rows = plan.slice(0, mostShown).map((one, at) => ({ ...one, at }))
  return (
    <>
      <DataTable
        label={words.preview}
        rows={rows}
        keyOf={({ at }) => String(at)}
        columns={[
          [texts.things.name, ({ type }) => <Coloured name={type.name} colour={type['color'] as string | undefined} />],
          [texts.things.gloss, ({ type }) => glossOf(type)],
          [texts.schema.attributes, ({ type }) => attributes && namesOf(attributes, attributes.read(type))],
          [words.state, ({ state }) => words.states[state]],
        ]}
      />
      {plan.length > mostShown && (
        <Text size="sm" c="dimmed">
          {words.more(plan.length - mostShown)}
        </Text>
      )}
    </>
  )
}

/** Returns the words of the definition of a type. */
const glossOf = ({ gloss }: PlannedType['type']) =>
  ((gloss ?? []) as { content: string }[]).map(({ content }) => content).join('')
