import { Button, Popover, Select } from '@mantine/core'
import { useState } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconBoxCentred, IconWorldObject } from '../app/icons.js'
import { optionsOf } from '../app/names.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import classes from './LabelStrip.module.css'
import { typeOptions, useLinkTypes } from './link-types.js'
import type { TrackIndex } from './track-index.js'
import { useEntries } from './use-tracks.js'
import { ObjectName, WorldObject } from './WorldObject.js'

const words = texts.video
const linkWords = texts.link

interface Props {
  index: TrackIndex
  link: Link | undefined
  setLink: (link: Link) => void
  personaId: string | null
  setPersona: (personaId: string | null) => void
  drawing: boolean
  setDrawing: (drawing: boolean) => void
  onMiddle: () => void
}

/**
 * The strip above the picture: the ways to draw a box, and what new boxes are labelled with, which is a type of a
 * persona or an object of the world. If none is chosen, the type is asked for after drawing.
 */
export function LabelStrip({ index, link, setLink, drawing, setDrawing, onMiddle, ...props }: Props) {
  const { personas, personaId, types } = useLinkTypes(props.personaId)
  const isOf = (key: string) => link?.type === 'TYPE' && link.personaId === personaId && link.label === key
  const choose = (label: string | null) =>
    label !== null && personaId !== null && setLink({ type: 'TYPE', label, personaId })
  useEntries(index)
  return (
    <section className={classes.strip} aria-label={words.newBoxes}>
      <Button
        size="xs"
        variant={drawing ? 'light' : 'filled'}
        aria-pressed={drawing}
        onClick={() => setDrawing(!drawing)}
      >
        {words.draw}
      </Button>
      <IconButton size={30} label={words.drawMiddle} icon={IconBoxCentred} onClick={onMiddle} />
      <Select
        className={classes.field!}
        size="xs"
        aria-label={linkWords.persona}
        placeholder={linkWords.persona}
        data={optionsOf(personas)}
        value={personaId}
        onChange={props.setPersona}
        allowDeselect={false}
        searchable
        nothingFoundMessage={linkWords.noPersona}
      />
      <Select
        className={classes.field!}
        size="xs"
        aria-label={linkWords.typeOf}
        placeholder={linkWords.typeOf}
        data={typeOptions(types)}
        value={types.find(({ key }) => isOf(key))?.key ?? null}
        onChange={choose}
        allowDeselect={false}
        searchable
        nothingFoundMessage={linkWords.noType}
      />
      <ObjectButton {...{ link, setLink, personaId }} />
      <div className={classes.chips} role="group" aria-label={words.quickTypes}>
        {types.map(
          ({ key, name, color, digit }) =>
            digit !== undefined && (
              <button
                key={key}
                type="button"
                className={classes.chip}
                aria-pressed={isOf(key)}
                title={name}
                onClick={() => choose(key)}
              >
                <span
                  className={classes.mark}
                  style={{
                    background: index.colourFor({ type: 'TYPE', label: key, personaId, linkType: null }, color),
                  }}
                  aria-hidden
                />
                <span className={classes.words}>{name}</span>
                <kbd className={classes.digit} aria-hidden>
                  {digit}
                </kbd>
              </button>
            ),
        )}
      </div>
    </section>
  )
}

/** Labels new boxes with an object of the world in place of a type. */
function ObjectButton({ link, setLink, personaId }: Pick<Props, 'link' | 'setLink' | 'personaId'>) {
  const [isOpen, setOpen] = useState(false)
  const isObject = link?.type === 'OBJECT'
  return (
    <Popover opened={isOpen} onChange={setOpen} width={260} position="bottom-start" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          px={7}
          maw={160}
          variant={isObject ? 'light' : 'default'}
          aria-label={isObject ? undefined : linkWords.objectOf}
          title={linkWords.objectOf}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconWorldObject size={16} />
          {isObject && (
            <span className={classes.object}>
              <ObjectName link={link} persona={personaId} />
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <WorldObject
          link={link}
          persona={personaId}
          onChange={(object) => {
            setLink(object)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
