import { ActionIcon, Menu } from '@mantine/core'
import { Fragment } from 'react'
import { IconDots } from './icons.js'

/** An act in a menu. */
export interface MenuAct {
  label: string
  onClick: () => void
  disabled?: boolean
  /** Whether it removes something; such acts stand last. */
  removes?: boolean
}

interface Props {
  /** The accessible name of the button that opens the menu. */
  label: string
  /** Acts that the user may not do are left out by a falsy value. */
  acts: readonly (MenuAct | false | null | undefined)[]
  /** Whether one of the acts is under way. */
  loading?: boolean
  size?: number
}

/** The rarer acts on a thing, behind three dots. Without an act nothing is shown. */
export function ActsMenu({ label, acts, loading = false, size = 36 }: Props) {
  const shown = acts.filter((act) => !!act)
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={size} aria-label={label} title={label} loading={loading}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((act, i) => (
          <Fragment key={act.label}>
            {act.removes && i > 0 && !shown[i - 1]?.removes && <Menu.Divider />}
            <Menu.Item
              {...(act.removes && { c: 'var(--mantine-color-error)' })}
              disabled={act.disabled ?? false}
              onClick={act.onClick}
            >
              {act.label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
