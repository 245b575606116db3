import { ObjectDeletionDocument, type WorldNowQuery } from '../generated/graphql.js'
import { graph } from '../lib/graph.js'
import { texts } from '../texts.js'

type Objects = Omit<WorldNowQuery['world'], '__typename' | 'id' | 'version'>

/** The most annotations whose videos a message names. */
const mostRead = 50
const mostNamed = 3

/** Returns a text about what is lost with an object of a list of the world: the boxes in videos that it names. */
export async function goesWithObject(world: Objects, list: string, key: string): Promise<string> {
  const one = world[list as keyof Objects].find((object) => object.key === key)
  const node = one && (await graph(ObjectDeletionDocument, { id: one.id, first: mostRead })).node
  const boxes = node && 'annotations' in node ? node.annotations : undefined
  if (!boxes?.totalCount) return texts.things.removesOne
  const videos = [...new Set(boxes.nodes.flatMap(({ video }) => video?.filename ?? []))]
  const named = videos.slice(0, mostNamed)
  const isAll = named.length === videos.length && boxes.nodes.length === boxes.totalCount
  return `${texts.world.namesBoxes(boxes.totalCount, named, !isAll)} ${texts.things.removesOne}`
}
