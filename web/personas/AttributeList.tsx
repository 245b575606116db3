import { Button, Checkbox, Group, Input, NumberInput, Paper, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { choicesOf } from '../lib/choices.js'
import { changed } from '../lib/documents.js'
import { texts } from '../texts.js'
import {
  defaultText,
  faultOf,
  kindOf,
  newAttribute,
  withChoices,
  withDefault,
  withKind,
  type Attribute,
  type AttributeKind,
} from './attributes.js'

const words = texts.schema

interface Props {
  label: string
  attributes: readonly Attribute[]
  readOnly: boolean
  /** What is wrong with one of the attributes, shown at its field. */
  fault: string | undefined
  onChange: (attributes: readonly Attribute[]) => void
}

/** The attributes of a type as a list of forms. */
export function AttributeList({ label, attributes, readOnly, fault, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const wrong = fault === undefined ? undefined : faultOf(attributes)
  function add() {
    flushSync(() => onChange([...attributes, newAttribute('text')]))
    const names = list.current?.querySelectorAll<HTMLElement>('[data-name]')
    names?.[names.length - 1]?.focus()
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={words.attributesHint}>
      <Stack gap="xs" mt={6} ref={list}>
        {attributes.map((attribute, at) => (
          <AttributeForm
            key={at}
            number={at + 1}
            attribute={attribute}
            readOnly={readOnly}
            nameFault={wrong?.at === at && wrong.what !== 'choiceless' && fault}
            choicesFault={wrong?.at === at && wrong.what === 'choiceless' && fault}
            onChange={(now) => onChange(attributes.with(at, now))}
            onRemove={() => onChange(attributes.toSpliced(at, 1))}
          />
        ))}
        <Group>
          <Button variant="default" size="xs" disabled={readOnly} onClick={add}>
            {words.addAttribute}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

interface FormProps {
  /** The place of the attribute in the list, from 1. */
  number: number
  attribute: Attribute
  readOnly: boolean
  nameFault: ReactNode
  choicesFault: ReactNode
  onChange: (attribute: Attribute) => void
  onRemove: () => void
}

function AttributeForm({ number, attribute, readOnly, nameFault, choicesFault, onChange, onRemove }: FormProps) {
  const name = attribute.name ?? ''
  const kind = kindOf(attribute)
  const set = (field: string, value: unknown) => onChange(changed(attribute, { [field]: value }, [field]))
  const title = name || words.attribute(number)
  return (
    <Paper withBorder p="xs" role="group" aria-label={title}>
      <Group gap="xs" align="end" grow preventGrowOverflow={false}>
        <TextInput
          label={words.attributeName}
          size="xs"
          miw="9rem"
          required
          readOnly={readOnly}
          data-name
          error={nameFault}
          value={name}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
        />
        <Select
          label={words.kind}
          size="xs"
          miw="8rem"
          data={choicesOf(words.kinds)}
          value={kind}
          readOnly={readOnly}
          allowDeselect={false}
          onChange={(now) => now && now !== kind && onChange(withKind(attribute, now as AttributeKind))}
        />
        <DefaultField attribute={attribute} readOnly={readOnly} onChange={onChange} />
        <Select
          label={words.holds}
          size="xs"
          miw="8rem"
          data={choicesOf(words.scopes)}
          value={attribute.perFrame === false ? 'track' : 'frame'}
          readOnly={readOnly}
          allowDeselect={false}
          onChange={(scope) => set('perFrame', scope === 'frame')}
        />
      </Group>
      {kind === 'choices' && (
        <TagsInput
          label={words.choices}
          description={words.choicesHint}
          size="xs"
          mt="xs"
          withAsterisk
          error={choicesFault}
          readOnly={readOnly}
          clearable={false}
          value={[...(attribute.choices ?? [])]}
          onChange={(choices) => onChange(withChoices(attribute, choices))}
        />
      )}
      <Group justify="space-between" mt="xs">
        <Checkbox
          label={words.required}
          size="xs"
          disabled={readOnly}
          checked={attribute.required === true}
          onChange={({ currentTarget }) => set('required', currentTarget.checked)}
        />
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          disabled={readOnly}
          aria-label={words.removeAttribute(title)}
          onClick={onRemove}
        >
          {texts.things.remove}
        </Button>
      </Group>
    </Paper>
  )
}

/** The field for the default value of an attribute, in the form of its kind. */
function DefaultField({ attribute, readOnly, onChange }: Pick<FormProps, 'attribute' | 'readOnly' | 'onChange'>) {
  const kind = kindOf(attribute)
  const shared = { label: words.default, size: 'xs', miw: '8rem', readOnly } as const
  const value = defaultText(attribute)
  const set = (text: string | null) => onChange(withDefault(attribute, text ?? ''))
  if (kind === 'choices' || kind === 'flag')
    return (
      <Select
        {...shared}
        data={kind === 'flag' ? choicesOf(words.flags) : [...new Set(attribute.choices)]}
        value={value || null}
        clearable
        clearButtonProps={{ 'aria-label': texts.things.clear(words.default) }}
        onChange={set}
      />
    )
  if (kind === 'number')
    return <NumberInput {...shared} hideControls value={value} onChange={(number) => set(String(number))} />
  return (
    <TextInput
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
