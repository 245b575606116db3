import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql'

@ObjectType({ description: 'Where a page stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follow.' })
  hasNextPage: boolean

  @Field(() => Boolean, { description: 'Whether more precede.' })
  hasPreviousPage: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge.' })
  startCursor: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge.' })
  endCursor: string | null
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'So many from the start or after `after`, 1 to 100.' })
  first?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of the edge before the page.' })
  after?: string | null

  @Field(() => Int, { nullable: true, description: 'So many from the end or before `before`, 1 to 100.' })
  last?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of the edge behind the page.' })
  before?: string | null
}

export type { ListPage as ConnectionOf } from '../lib/page.js'

/** The connection and edge classes of a node type; `name` is the node type's name. */
export function connectionType<T extends object>(name: string, node: () => ClassType<T>) {
  @ObjectType(`${name}Edge`, { description: `A ${name} in a list.` })
  class Edge {
    @Field(() => String, { description: 'Position in this list under its sort and filter.' })
    cursor: string

    @Field(node, { description: 'The item.' })
    node: T
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class Connection {
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    edges: Edge[]

    @Field(() => [node()], { description: 'The items alone.' })
    nodes: T[]

    @Field(() => PageInfo, { description: 'Where the page stands.' })
    pageInfo: PageInfo

    countAll: () => Promise<number>

    @Field(() => Int, { description: 'How many the whole list has; counted only when asked for.' })
    totalCount(): Promise<number> {
      return this.countAll()
    }
  }
  return Connection
}
