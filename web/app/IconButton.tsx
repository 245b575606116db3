import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import type { Icon } from './icons.js'

interface Props extends Omit<ActionIconProps & ComponentPropsWithRef<'button'>, 'children'> {
  label: string
  icon: Icon
  /** Whether the button is switched on; undefined if it is not a switch. */
  pressed?: boolean
}

/** A button that shows an icon, with its name in a tooltip. */
export function IconButton({ label, icon: IconOf, pressed, ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'default'}
        size={32}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...rest}
      >
        <IconOf size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
