import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
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
            <Modal.Title fw={600}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={texts.states.close} />
          </Modal.Header>
          <Modal.Body>{children}</Modal.Body>
        </section>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What the user fills in. Of radio buttons, only the checked one can be reached with Tab. */
const fields = 'input:not(:disabled, [hidden], [type=hidden], [type=radio]:not(:checked)), textarea:not(:disabled)'

/**
 * Focuses the first field once it is rendered, or the element that has `data-autofocus`, so that the user can type
 * immediately. The focus trap of the library would focus the button that closes the dialog, which comes first; it looks
 * for the same attribute.
 */
function focusField(content: HTMLElement | null): void {
  if (!content) return
  const first = content.querySelector<HTMLElement>('[data-autofocus]') ?? content.querySelector<HTMLElement>(fields)
  first?.setAttribute('data-autofocus', 'true')
  first?.focus()
}

let openDialogs = 0

/**
 * Keeps the focus out of the page behind while a dialog is open, because a menu that opened the dialog returns the
 * focus to its button a moment later. Afterwards the focus returns to where it was before (keep-focus.ts).
 */
function usePageBehind(): void {
  useLayoutEffect(() => {
    const page = document.getElementById(pageId)
    openDialogs++
    page?.toggleAttribute('inert', true)
    return () => {
      openDialogs--
      page?.toggleAttribute('inert', openDialogs > 0)
    }
  }, [])
}
