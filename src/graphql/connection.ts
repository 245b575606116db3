import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql'

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

/** Returns the connection and edge classes of a node type; `name` is the node type's name. */
export function connectionType<T extends object>(name: string, node: () => ClassType<T>) {
  @ObjectType(`${name}Edge`, { description: `An item of a list of ${name}, with its cursor.` })
  class Edge {
    @Field(() => String, {
      description:
        'Cursor of the item, for `after` and `before`. Valid only in this list, with the same sort order and filter.',
    })
    cursor: string

    @Field(node, { description: 'The item.' })
    node: T
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class Connection {
    @Field(() => [Edge], { description: 'Items of the page, each with its cursor.' })
    edges: Edge[]

    @Field(() => [node()], { description: 'Items of the page, without cursors.' })
    nodes: T[]

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo: PageInfo

    countAll: () => Promise<number>

    @Field(() => Int, { description: 'Number of items in the whole list; counted only when selected.' })
    totalCount(): Promise<number> {
      return this.countAll()
    }
  }
  return Connection
}
