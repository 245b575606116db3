import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { oneByOne, readsNode } from '../../node-readers.js'
import { asRoute } from '../../graphql/doors.js'
import { ExportScope } from '../export/export.type.js'
import { orNull } from '../../lib/errors.js'
import { listPage } from '../../lib/page.js'
import * as frozen from './frozen-export.service.js'
import { FrozenExport, FrozenExportConnection, FrozenExportsArgs, projectIdOf } from './frozen-export.type.js'

readsNode('FrozenExport', oneByOne(frozen.getFrozenExport))

@Resolver(() => FrozenExport)
export class FrozenExportResolver {
  @FieldResolver(() => ExportScope)
  scope(@Root() { scope }: FrozenExport): string {
    return scope.replace(/:.*/, '')
  }

  @FieldResolver(() => ID, { nullable: true })
  projectId(@Root() one: object): string | null {
    return projectIdOf(one)
  }

  @Extensions(asRoute('GET /api/exports/:id'))
  @Query(() => FrozenExport, {
    nullable: true,
    description: 'The frozen export with this ID; null when the caller has none with it.',
  })
  export(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the frozen export.' }) id: string,
  ): Promise<FrozenExport | null> {
    return orNull(frozen.getFrozenExport(ctx, id)) as Promise<object | null> as Promise<FrozenExport | null>
  }

  @Extensions(asRoute('GET /api/exports'))
  @Query(() => FrozenExportConnection, {
    description: "The caller's frozen exports, newest first unless `orderBy` is given.",
  })
  exports(
    @Ctx() ctx: GraphQLContext,
    @Args(() => FrozenExportsArgs) args: FrozenExportsArgs,
  ): Promise<ConnectionOf<FrozenExport>> {
    const page: Promise<ConnectionOf<object>> = listPage(args, frozen.listFrozenExports(ctx))
    return page as Promise<ConnectionOf<FrozenExport>>
  }
}
