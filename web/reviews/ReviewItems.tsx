import { Menu } from '@mantine/core'
import type { ReviewState } from '../generated/graphql.js'
import { texts } from '../texts.js'
import type { Reviewable, Reviews } from './use-reviews.js'

interface Props {
  item: Reviewable
  state: ReviewState
  reviews: Reviews
}

/** The entries of a menu that review an item. */
export function ReviewItems({ item, state, reviews }: Props) {
  const words = texts.reviews
  return (
    <>
      {state !== 'ACCEPTED' && <Menu.Item onClick={() => reviews.accept(item)}>{words.accept}</Menu.Item>}
      {state !== 'REJECTED' && <Menu.Item onClick={() => reviews.reject(item)}>{words.reject}</Menu.Item>}
      {state !== 'OPEN' && <Menu.Item onClick={() => reviews.open(item)}>{words.open}</Menu.Item>}
    </>
  )
}
