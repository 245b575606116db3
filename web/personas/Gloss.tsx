import { Anchor, Mark, Text } from '@mantine/core'
import { Fragment, useContext, type MouseEvent } from 'react'
import { Link } from 'wouter'
import { at, paths } from '../app/paths.js'
import type { GlossPartsFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { Beside, wordsOf } from './places.js'
import { nameOf } from './references.js'

/** Returns whether rich text contains references and not only text. */
export const isRich = (items: readonly GlossPartsFragment[]) => items.some(({ type }) => type !== 'TEXT')

/** Returns rich text as plain text, with names in place of references. */
export const plainText = (items: readonly GlossPartsFragment[]) =>
  items.map((item) => (item.type === 'TEXT' ? item.content : nameOf(item))).join('')

/** Returns the first annotation that rich text refers to, as evidence; undefined if it refers to none. */
export function evidenceOf(items: readonly GlossPartsFragment[]) {
  for (const { target } of items) {
    if (target?.__typename === 'Annotation') return target
  }
  return undefined
}

/** Returns the address of the video page at an annotation; with a claim, the page also shows the claim's evidence. */
export const evidenceAddress = (
  { id, videoId, firstFrame }: { id: string; videoId: string; firstFrame?: number | null },
  claim?: string,
) => at(paths.video, { videoId }, { frame: firstFrame ?? 0, annotation: id, claim })

/** Text in which frames and times are links to them, if a video is shown beside the text. */
export function Words({ text }: { text: string }) {
  const beside = useContext(Beside)
  if (!beside) return text
  return wordsOf(text, beside).map(({ text: words, place }, i) =>
    place ? (
      // A button element would be a box of its own, before and after which a line can break, as after a bracket.
      <Anchor
        {...{ key: i, component: 'span', inherit: true, underline: 'always', role: 'button', tabIndex: 0 }}
        onClick={() => beside.show(place)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          event.stopPropagation()
          beside.show(place)
        }}
      >
        {words}
      </Anchor>
    ) : (
      words
    ),
  )
}

/**
 * Rich text with its references: annotations are links to their frames, which the video beside the text shows, if there
 * is one; other references are highlighted names.
 */
export function Gloss({ items }: { items: readonly GlossPartsFragment[] }) {
  return (
    <Text component="span" inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {items.map((item, i) => (
        <Fragment key={i}>{item.type === 'TEXT' ? <Words text={item.content} /> : <Reference item={item} />}</Fragment>
      ))}
    </Text>
  )
}

function Reference({ item }: { item: GlossPartsFragment }) {
  const { target } = item
  const beside = useContext(Beside)
  if (target?.__typename === 'Annotation')
    return (
      <Anchor
        component={Link}
        href={evidenceAddress(target)}
        inherit
        underline="always"
        onClick={(event: MouseEvent) => {
          if (beside?.videoId !== target.videoId) return
          event.preventDefault()
          beside.show({ frame: target.firstFrame ?? 0 }, { track: target.id })
        }}
      >
        {nameOf(item)}
      </Anchor>
    )
  return (
    <Mark color={target ? 'blue' : 'gray'} title={target ? texts.gloss.kinds[target.__typename] : texts.gloss.gone}>
      {nameOf(item)}
    </Mark>
  )
}
