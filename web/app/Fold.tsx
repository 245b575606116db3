import { Stack, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useId, type ReactNode } from 'react'
import { IconChevronDown, IconChevronRight } from './icons.js'

interface Props {
  /** The key under which this browser keeps whether the part is open, such as `watch.numbers`. */
  name: string
  title: string
  children: ReactNode
}

/** A part that is folded until the user opens it; this browser keeps that. */
export function Fold({ name, title, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useLocalStorage({
    key: `parallax.open ${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Stack gap={6}>
      <UnstyledButton
        fz="sm"
        fw={500}
        display="flex"
        style={{ alignItems: 'center', gap: 4 }}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={16} />
        {title}
      </UnstyledButton>
      {isOpen && (
        <Stack id={id} gap={6}>
          {children}
        </Stack>
      )}
    </Stack>
  )
}
