import { Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SearchField } from '../../app/SearchField.js'
import { Section } from '../../app/Section.js'
import { texts } from '../../texts.js'
import { Shown } from './Shown.js'

const words = texts.projects

/** Fields of forms in their states. */
export function Fields() {
  const [sought, setSought] = useState('')
  return (
    <>
      <Shown name="TextInput">
        <TextInput label={words.name} required />
        <TextInput label={words.name} description={texts.profile.usernameHint} />
        <TextInput label={words.name} defaultValue="Ferry" error={texts.profile.differ} />
        <TextInput label={words.name} defaultValue="Ferry" disabled />
      </Shown>
      <Shown name="PasswordInput">
        <PasswordInput label={texts.session.password} defaultValue="ferry" w={240} />
      </Shown>
      <Shown name="Textarea">
        <Textarea label={words.description} />
      </Shown>
      <Shown name="Select">
        <Select label={words.role} data={['Ferry']} value="Ferry" allowDeselect={false} />
        <Select label={words.role} data={['Ferry']} size="xs" placeholder={texts.trash.any} />
      </Shown>
      <Shown name="SearchField">
        <SearchField label={texts.personas.search} value={sought} onChange={setSought} />
      </Shown>
      <Shown name="Checkbox">
        <Checkbox label={texts.session.remember} />
        <Checkbox label={texts.session.remember} defaultChecked />
        <Checkbox label={texts.session.remember} indeterminate readOnly />
        <Checkbox label={texts.session.remember} disabled />
      </Shown>
      <Shown name="Switch">
        <Switch label={texts.trash.everyones} />
        <Switch label={texts.trash.everyones} defaultChecked />
      </Shown>
      <Shown name="Section" isWide>
        <Section title={texts.profile.account} about={texts.profile.usernameHint} isForm>
          <TextInput label={words.name} />
        </Section>
      </Shown>
    </>
  )
}
