import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql'
import type { Edge } from '../lib/page.js'

@ObjectType({ description: 'Position of a page in its list.' })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether more items follow this page.' })
  hasNextPage: boolean

  @Field(() => Boolean, { description: 'Whether more items precede this page.' })
  hasPreviousPage: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first item of the page; null if the page is empty.',
  })
  startCursor: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item of the page; null if the page is empty.',
  })
  endCursor: string | null
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      'Number of items to return, 1 to 100, from the start or after the cursor `after`. 50 when neither `first` nor ' +
      '`last` is given.',
  })
  first?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of an item: the page begins after it.' })
  after?: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of items to return, 1 to 100, from the end or before the cursor `before`. Refused together with `first`.',
  })
  last?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of an item: the page ends before it.' })
  before?: string | null
}

export type { ListPage as ConnectionOf } from '../lib/page.js'

const cursorSays =
  'Cursor of the item, for `after` and `before`. Valid only in this list, with the same sort order and filter.'

/**
 * Returns the class from which the edges of a list are derived. A list whose edges state more than cursor and node
 * (such as the rank of a search hit) extends it with its own fields. `nullable` is for nodes that may be gone.
 */
export function edgeOf<T extends object>(node: () => object, { says = 'The item.', nullable = false } = {}) {
  @ObjectType('EdgeOf')
  abstract class EdgeOf {
    @Field(() => String, { description: cursorSays })
    cursor: string

    @Field(() => node() as ClassType<T>, { nullable, description: says })
    node: T
  }
  return EdgeOf
}

/** Returns the connection and edge classes of a node type; `name` is the node type's name. */
export function connectionType<T extends object>(name: string, node: () => ClassType<T>) {
  @ObjectType(`${name}Edge`, { description: `An item of a list of ${name}, with its cursor.` })
  class NodeEdge extends edgeOf<T>(node) {}
  return connectionOf<T>(name, node, () => NodeEdge)
}

interface ConnectionOptions {
  /** Whether nodes may be null. */
  nullable?: boolean
  /** False for a list that cannot be counted. */
  counted?: boolean
}

/** Returns the connection class of a list with edges of its own class; `name` is the list's name. */
export function connectionOf<T extends object>(
  name: string,
  node: () => object,
  edge: () => ClassType<Edge<T>>,
  { nullable = false, counted = true }: ConnectionOptions = {},
) {
  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class Connection {
    @Field(() => [edge()], { description: 'Items of the page, each with its cursor.' })
    edges: Edge<T>[]

    @Field(() => [node() as ClassType<T>], {
      nullable: nullable ? 'items' : false,
      description: 'Items of the page, without cursors.',
    })
    nodes: T[]

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo: PageInfo

    countAll: () => Promise<number>

    totalCount(): Promise<number> {
      return this.countAll()
    }
  }
  const description = 'Number of items in the whole list; counted only when selected.'
  if (counted) Field(() => Int, { description })(Connection.prototype, 'totalCount', descriptorOf(Connection))
  return Connection
}

const descriptorOf = ({ prototype }: ClassType) => Object.getOwnPropertyDescriptor(prototype, 'totalCount')!
