import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '../app/icons.js'
import type { Editing } from '../personas/use-thing-draft.js'
import { texts } from '../texts.js'

interface Props extends Pick<Editing, 'lists' | 'makes'> {
  /** The kind that is shown; among all kinds, a menu asks for one. */
  kind: string | undefined
  onMake: (list: string) => void
}

/** The button that adds an object. */
export function MakeObject({ kind, lists, makes, onMake }: Props) {
  if (kind !== undefined) return <Button onClick={() => onMake(kind)}>{makes[kind]}</Button>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} />}>{texts.world.make}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.keys(lists).map((list) => (
          <Menu.Item key={list} onClick={() => onMake(list)}>
            {makes[list]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
