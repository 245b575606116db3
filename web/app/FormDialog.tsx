import { Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { faultsOf } from '../lib/answer.js'
import { texts } from '../texts.js'
import { Dialog } from './Dialog.js'

/**
 * A field of a form: a select if it has `options`, otherwise a password, a checkbox (`flag`) or, without `kind`, a
 * text.
 */
export interface FormField {
  name: string
  label: string
  kind?: 'secret' | 'flag'
  options?: readonly { value: string; label: string }[]
  optional?: boolean
  /** The least number of characters of a password. */
  minLength?: number
  initial?: string
  /** What to know before filling in the field. */
  hint?: string
}

interface Props {
  title: string
  fields: readonly FormField[]
  /** The mutation that `onSubmit` starts: what it says of single values is shown at their fields. */
  act: { isPending: boolean; error: Error | null }
  onClose: () => void
  /** Receives the values by field name; a flag is 'true' or ''. */
  onSubmit: (values: Record<string, string>) => void
}

/** A dialog with a form of a few fields. */
export function FormDialog({ title, fields, act, onClose, onSubmit }: Props) {
  const faults = faultsOf(act.error)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // React events also bubble to a form that this dialog was opened from.
          event.stopPropagation()
          const form = new FormData(event.currentTarget)
          onSubmit(Object.fromEntries(fields.map(({ name }) => [name, String(form.get(name) ?? '')])))
        }}
      >
        <Stack>
          {fields.map(({ name, label, kind, options, optional, minLength, initial = '', hint }, i) => {
            const shared = {
              name,
              label,
              description: hint,
              error: faults[name],
              required: !optional,
              'data-autofocus': i === 0 || undefined,
            }
            if (options)
              return (
                <Select
                  key={name}
                  {...shared}
                  data={[...options]}
                  defaultValue={initial || options[0]?.value || null}
                  allowDeselect={false}
                  searchable={options.length > 8}
                />
              )
            if (kind === 'flag') return <Checkbox key={name} name={name} label={label} value="true" />
            if (kind === 'secret')
              return <PasswordInput key={name} {...shared} minLength={minLength} autoComplete="new-password" />
            return <TextInput key={name} {...shared} defaultValue={initial} autoComplete="off" />
          })}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button type="submit" loading={act.isPending}>
              {texts.states.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
