import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql'
import type { OrderField } from '../lib/page.js'
import { PageArgs } from './connection.js'

enum OrderDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Direction of a sort order. ASC: smallest, earliest or A first. DESC: largest, latest or Z first.',
})

/**
 * Returns a class of page arguments with an `orderBy` for lists of `name`; `fields` maps the values of the enum to
 * columns of the rows.
 */
export function orderedPageArgs(name: string, fields: Record<string, OrderField>) {
  registerEnumType(fields, { name: `${name}OrderField`, description: `Field that a list of ${name} can be sorted by.` })

  @InputType(`${name}Order`, {
    description: `Sort order of a list of ${name}. Items without a value come last; ties are broken by ID.`,
  })
  class Order {
    @Field(() => fields, { description: 'Field to sort by.' })
    field: OrderField

    @Field(() => OrderDirection, { description: 'Direction to sort in.' })
    direction: OrderDirection
  }

  @ArgsType()
  class OrderedPageArgs extends PageArgs {
    @Field(() => Order, {
      nullable: true,
      description:
        'Sort order of the list; its own order when absent. A cursor is valid only in the order in which it was made.',
    })
    orderBy?: Order | null
  }
  return OrderedPageArgs
}
