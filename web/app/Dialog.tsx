import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { texts } from '../texts.js'
import { pageId } from './page-id.js'

interface Props {
  title: string
  size?: ModalProps['size']
  onClose: () => void
  children: ReactNode
}

/** A modal dialog over the page; it is open as long as it is rendered. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  usePageBehind()
  return (
    <Modal.Root opened onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content ref={focusField}>
        {/* Inside a section, the header element is not announced as a second banner of the page. */}
        <section>
          <Modal.Header>
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={texts.states.close} />
          </Modal.Header>
          <Modal.Body>{children}</Modal.Body>
        </section>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Focuses the first field as soon as it is there, so that it takes what is typed at once. */
function focusField(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

let openDialogs = 0

/**
 * Keeps the focus out of the page behind while a dialog is open: a menu from which it was opened gives the focus back
 * to its button a moment later. Afterwards the focus is where it was before.
 */
function usePageBehind(): void {
  const [opener] = useState(() => openerOf(document.activeElement))
  useLayoutEffect(() => {
    const page = document.getElementById(pageId)
    openDialogs++
    page?.toggleAttribute('inert', true)
    return () => {
      openDialogs--
      page?.toggleAttribute('inert', openDialogs > 0)
      queueMicrotask(() => {
        // What closed the dialog may have moved the focus itself.
        if (document.activeElement !== document.body) return
        const next = opener?.isConnected ? opener : document.getElementById('content')
        next?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}

/** What opened a dialog: of an entry of a menu, which has closed since, the button of the menu. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : active
  return opener instanceof HTMLElement ? opener : null
}
