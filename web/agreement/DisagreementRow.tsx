import { Anchor, Badge, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { at, paths } from '../app/paths.js'
import { texts } from '../texts.js'
import { nameIn, type ComparedPersona } from './chosen-personas.js'
import { isSettled, type Disagreement, type DisagreementThing } from './disagreement.js'
import classes from './Disagreements.module.css'
import { figureText } from './figure-text.js'
import type { Look } from './looks.js'
import { Swatch } from './Swatch.js'

const words = texts.disagreements

interface Props {
  videoId: string
  one: Disagreement
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  nameOf: (thing: DisagreementThing) => string
  isChosen: boolean
  onChoose: () => void
  /** What is done with the chosen disagreement. */
  children?: ReactNode
}

/** A disagreement in one or two lines; once chosen, with what it means and what can be done. */
export function DisagreementRow({ videoId, one, personas, looks, nameOf, isChosen, onChoose, children }: Props) {
  const { kind, things, missing } = one
  const row = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isChosen) return
    button.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const owner = (personaId: string) => (
    <Owner key={personaId} look={looks.get(personaId)} name={nameIn(personas, personaId)} />
  )
  return (
    <li ref={row} className={classes.row} data-chosen={isChosen || undefined}>
      <UnstyledButton ref={button} className={classes.line!} aria-expanded={isChosen} onClick={onChoose}>
        <Badge variant="default" size="sm" className={classes.kind!}>
          {words.kinds[kind]}
        </Badge>
        <span className={classes.things}>
          {things.map((thing) => (
            <span key={thing.id} className={classes.thing}>
              {owner(thing.personaId)} {nameOf(thing)}
            </span>
          ))}
          {missing.length > 0 && (
            <span className={classes.missing}>
              {words.missing} {missing.map((id) => owner(id))}
            </span>
          )}
          {isSettled(one) && (
            <Badge variant="light" color="teal" size="sm">
              {words.settled}
            </Badge>
          )}
        </span>
        <Frames {...one} />
        <Weight value={one.weight} />
      </UnstyledButton>
      {isChosen && (
        <Stack gap={6} className={classes.more!}>
          <Text size="xs" c="dimmed">
            {words.meanings[kind]} {isShare(kind) && words.shared[kind](figureText(1 - one.severity))}
          </Text>
          <ClaimLinks {...{ videoId, things, personas }} />
          {children}
        </Stack>
      )}
    </li>
  )
}

const isShare = (kind: Disagreement['kind']): kind is keyof typeof words.shared => Object.hasOwn(words.shared, kind)

function Owner({ look, name }: { look: Look | undefined; name: string }) {
  return (
    <span className={classes.owner}>
      <Swatch look={look} />
      {name}
    </span>
  )
}

function Frames({ first, last }: Pick<Disagreement, 'first' | 'last'>) {
  return (
    <span className={classes.frames}>
      {first != null && (
        <>
          <VisuallyHidden>{words.frames}</VisuallyHidden> {words.range(first, last ?? first)}
        </>
      )}
    </span>
  )
}

/** The weight as a bar. */
function Weight({ value }: { value: number }) {
  return (
    <span className={classes.weight} title={words.weight(figureText(value))}>
      <span className={classes.bar} style={{ width: `${Math.max(4, value * 100)}%` }} />
      <VisuallyHidden>{words.weight(figureText(value))}</VisuallyHidden>
    </span>
  )
}

/** Links to the claims, on the page of their persona. */
function ClaimLinks({ videoId, things, personas }: Pick<Props, 'videoId' | 'personas'> & Pick<Disagreement, 'things'>) {
  const claims = things.filter(({ kind }) => kind === 'CLAIM')
  if (!claims.length) return null
  return (
    <Group gap="sm">
      {claims.map(({ id, personaId }) => (
        <Anchor
          key={id}
          component={Link}
          size="xs"
          c="var(--mantine-primary-color-light-color)"
          underline="always"
          href={at(paths.reading, { videoId }, { persona: personaId, claim: id })}
        >
          {words.toClaim(nameIn(personas, personaId))}
        </Anchor>
      ))}
    </Group>
  )
}
