import { ArgsType, Field, type ClassType } from 'type-graphql'
import type { PageArguments } from '../lib/page.js'
import type { PageArgs } from './connection.js'

/** Returns a class of page arguments with one more, `filter`, which has the conditions of the list. */
export function filteredArgs<P extends PageArgs, F extends object>(Page: ClassType<P>, Filter: ClassType<F>) {
  @ArgsType()
  class FilteredArgs extends (Page as ClassType<PageArgs>) {
    @Field(() => Filter, { nullable: true, description: 'Which items to list; all of them when absent.' })
    filter?: F | null
  }
  return FilteredArgs as ClassType<P & FilteredArgs>
}

/** Returns the arguments of a list without those of the page, together with the members of `filter`. */
export function conditionsOf(args: PageArguments & { filter?: unknown }): Record<string, unknown> {
  const { first, last, after, before, orderBy, filter, ...others } = args
  return { ...others, ...(filter as object | null | undefined) }
}
