import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import type { Link } from '../annotations/act.js'
import type { Editor } from '../annotations/editor.js'
import { useLinkTypes } from '../annotations/link-types.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { useViewer } from '../app/session.js'
import type { Player } from '../videos/player.js'

/** Returns the means to draw boxes, each of which creates a track, and remembers what new tracks are labelled with. */
export function useDrawing(editor: Editor, player: Player, select: (id: string) => void) {
  const [drawing, setDrawing] = useState(false)
  /** A box that was drawn before a label was chosen. */
  const [pending, setPending] = useState<Rectangle>()
  const linkKey = `parallax.link ${useViewer().id}`
  const [link, setLink, dropLink] = useLocalStorage<Link | undefined>({ key: linkKey, getInitialValueInEffect: false })
  const [persona, setPersona] = useState<string | null | undefined>(link?.personaId)
  const { personaId, types } = useLinkTypes(persona)
  const choosePersona = (next: string | null) => {
    setPersona(next)
    // New boxes do not get a type of a persona that is no longer shown.
    if (link?.type === 'TYPE' && link.personaId !== next) dropLink()
  }
  const create = useCallback(
    async (as: Link, box: Rectangle) => {
      const made = await editor.create(as, { ...box, frameNumber: player.snapshot().frame })
      if (made) select(made)
    },
    [editor, player],
  )
  const drawn = (box: Rectangle) => {
    setDrawing(false)
    if (link) return void create(link, box)
    // The dialog would not be visible in full screen.
    if (document.fullscreenElement) void document.exitFullscreen()
    setPending(box)
  }
  /** Creates the pending track with the label that the user has chosen. */
  const named = (as: Link) => {
    setLink(as)
    if (pending) void create(as, pending)
    setPending(undefined)
  }
  const drop = () => setPending(undefined)
  return {
    drawing,
    setDrawing,
    pending,
    drawn,
    named,
    drop,
    link,
    setLink,
    personaId,
    setPersona: choosePersona,
    types,
  }
}
