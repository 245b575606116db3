import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.js'

interface Props {
  title: string
  size?: ModalProps['size']
  onClose: () => void
  children: ReactNode
}

/** A modal dialog over the page; it is open as long as it is rendered. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  return (
    <Modal.Root opened onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
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
