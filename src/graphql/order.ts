import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql'
import type { OrderField } from '../lib/page.js'
import { PageArgs } from './connection.js'

export enum OrderDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'From small to large, early to late, A to Z; or the other way.',
})

/** Page arguments with `orderBy` over columns of the rows of `name`; `fields` maps words of the graph to columns. */
export function orderedPageArgs(name: string, fields: Record<string, OrderField>) {
  registerEnumType(fields, { name: `${name}OrderField`, description: `What a list of ${name} can be sorted by.` })

  @InputType(`${name}Order`, { description: `How a list of ${name} is sorted; equal ones by id.` })
  class Order {
    @Field(() => fields, { description: 'By what.' })
    field: OrderField

    @Field(() => OrderDirection, { description: 'In which direction.' })
    direction: OrderDirection
  }

  @ArgsType()
  class OrderedPageArgs extends PageArgs {
    @Field(() => Order, {
      nullable: true,
      description: 'How the list is sorted, instead of its usual order. Cursors are valid in one order alone.',
    })
    orderBy?: Order | null
  }
  return OrderedPageArgs
}
