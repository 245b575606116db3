import { GraphQLUpload, type FileUpload } from 'graphql-upload-minimal'
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { Json, JsonObject } from '../graphql/scalars.js'
import { fileOf } from '../graphql/upload.js'
import { load } from '../lib/load.js'
import { exportStats, type ExportStats } from './export/stats.service.js'
import { readScope, scopeHelp } from './export/scope.js'
import { exportUrl } from './export/url.js'
import { ExportFile, ExportFilter, ExportStatsType } from './export/export.type.js'
import { pageOfImports, resultsOfImports } from './import/history.service.js'
import type { ImportReport } from './import/report/report.js'
import { takeIn } from './import/stream.service.js'
import { Import, ImportConnection, ImportReportType, ImportsArgs } from './import/import.type.js'

const optionsHelp = 'As in REST: conflictResolution, scope, validation, transaction.'

@Resolver(() => Import)
export class ExchangeResolver {
  @Query(() => ExportStatsType, { description: 'What an export would hold.' })
  exportStats(
    @Ctx() ctx: GraphQLContext,
    @Arg('filter', () => ExportFilter, { nullable: true, description: 'Which annotations count.' })
    filter?: ExportFilter,
    @Arg('scope', () => String, { nullable: true, description: scopeHelp }) scope?: string,
    @Arg('projectId', () => ID, { nullable: true, description: 'With scope `own`: the world within a project.' })
    projectId?: string,
  ): Promise<ExportStats> {
    return exportStats(ctx, { ...filter, scope, projectId })
  }

  @Query(() => String, { description: 'Path and query of a download; the session cookie goes with the request.' })
  exportUrl(
    @Arg('file', () => ExportFile, { description: 'Which file.' }) file: ExportFile,
    @Arg('filter', () => ExportFilter, { nullable: true, description: 'For ALL and ANNOTATIONS.' })
    filter?: ExportFilter,
    @Arg('projectId', () => ID, { nullable: true, description: 'For ALL and WORLD: the world within a project.' })
    projectId?: string,
    @Arg('scope', () => String, { nullable: true, description: scopeHelp }) scope?: string,
  ): string {
    readScope({ scope, projectId })
    return exportUrl(file, filter ?? {}, { scope, projectId })
  }

  @Query(() => ImportConnection, { description: "The caller's imports, newest first." })
  imports(@Ctx() ctx: GraphQLContext, @Args(() => ImportsArgs) args: ImportsArgs): Promise<ConnectionOf<Import>> {
    const { success, search, since, until, ...page } = args
    return pageOfImports(ctx, page, { success, search, since, until })
  }

  @FieldResolver(() => Json, {
    description: 'The whole report; `status` says `interrupted` when the server went down meanwhile.',
  })
  result(@Ctx() ctx: GraphQLContext, @Root() { id }: Import): Promise<unknown> {
    return load(ctx, resultsOfImports, id)
  }

  @Mutation(() => ImportReportType, {
    description: 'Takes in a file of at most 100 MB, all or nothing unless the options say otherwise.',
  })
  async importFile(
    @Ctx() ctx: GraphQLContext,
    @Arg('file', () => GraphQLUpload, { description: 'JSON Lines.' }) file: Promise<FileUpload>,
    @Arg('options', () => JsonObject, { nullable: true, description: optionsHelp }) options?: object,
  ): Promise<ImportReport> {
    return takeIn(ctx, { ...(await fileOf(file)), options: options ?? undefined }, 'import')
  }

  @Mutation(() => ImportReportType, { description: 'What importFile would do with the file. Changes nothing.' })
  async importPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('file', () => GraphQLUpload, { description: 'JSON Lines.' }) file: Promise<FileUpload>,
    @Arg('options', () => JsonObject, { nullable: true, description: optionsHelp }) options?: object,
  ): Promise<ImportReport> {
    return takeIn(ctx, { ...(await fileOf(file)), options: options ?? undefined }, 'preview')
  }
}
