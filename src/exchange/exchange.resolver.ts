import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { importsByIds } from './import/history.service.js'
import { asRoute } from '../graphql/doors.js'
import { payloadOf } from '../graphql/payloads.js'
import { Json } from '../graphql/scalars.js'
import { fileOf } from '../graphql/upload.js'
import { validation } from '../lib/errors.js'
import { load } from '../lib/load.js'
import { exportStats, type ExportStats } from './export/stats.service.js'
import { refuseFormat, type ExportContents, type ExportQuery } from './export/export.shape.js'
import { projectInGraphQL, readScope, scopeInGraphQL, scopeText } from './export/scope.js'
import { exportUrl } from './export/url.js'
import { ExportFile, ExportFilter, ExportFormat, ExportScope, ExportStatsType } from './export/export.type.js'
import { pageOfImports, resultsOfImports } from './import/history.service.js'
import type { ImportReport } from './import/report/report.js'
import { takeIn } from './import/stream.service.js'
import { Import, ImportConnection, ImportFileInput, ImportReportType, ImportsArgs } from './import/import.type.js'

const report = { report: { type: () => ImportReportType, says: 'The report of the import.' } }
const ImportFilePayload = payloadOf('importFile', report)
const ImportPreviewPayload = payloadOf('importPreview', report)

readsNodeById('Import', importsByIds)

@Resolver(() => Import)
export class ExchangeResolver {
  @Query(() => ExportStatsType, {
    description: 'Numbers of what the file ALL of the same scope and filter would hold, and its estimated size.',
  })
  @Extensions(asRoute('GET /api/export/stats'))
  exportStats(
    @Ctx() ctx: GraphQLContext,
    @Arg('filter', () => ExportFilter, { nullable: true, description: 'Which annotations to count; all when absent.' })
    filter?: ExportFilter,
    @Arg('scope', () => ExportScope, { nullable: true, description: scopeInGraphQL }) scope?: string,
    @Arg('projectId', () => ID, { nullable: true, description: projectInGraphQL })
    projectId?: string,
  ): Promise<ExportStats> {
    return exportStats(ctx, { ...filter, scope, projectId })
  }

  @Query(() => String, {
    description:
      'Path and query of an export to be downloaded; the download needs the session cookie, or a token for exports.',
  })
  @Extensions(asRoute('GET /api/export'))
  exportUrl(
    @Ctx() ctx: GraphQLContext,
    @Arg('file', () => ExportFile, { description: 'Which file to download.' }) file: ExportContents,
    @Arg('filter', () => ExportFilter, {
      nullable: true,
      description: 'Which annotations to export; applies to ALL and ANNOTATIONS.',
    })
    filter?: ExportFilter,
    @Arg('projectId', () => ID, {
      nullable: true,
      description: `${projectInGraphQL} The world applies to ALL and WORLD.`,
    })
    projectId?: string,
    @Arg('scope', () => ExportScope, { nullable: true, description: scopeInGraphQL }) scope?: string,
    @Arg('format', () => ExportFormat, {
      nullable: true,
      description: 'Format of the file; NDJSON when absent. ANNOTATIONS takes all formats, ALL all but JSON.',
    })
    format?: NonNullable<ExportQuery['format']>,
  ): string {
    if (file === 'agreement')
      throw validation([
        { field: 'file', message: 'AGREEMENT is exported by GET /api/export/agreement and createExport' },
      ])
    const whose = scopeText(readScope({ scope, projectId }))
    refuseFormat(file, format)
    const world = whose === 'own' ? projectId : null
    return ctx.config.basePath + exportUrl(file, filter ?? {}, { scope: whose, projectId: world, format })
  }

  @Query(() => ImportConnection, { description: 'Imports by the caller, newest first unless `orderBy` is given.' })
  @Extensions(asRoute('GET /api/import/history'))
  imports(
    @Ctx() ctx: GraphQLContext,
    @Args(() => ImportsArgs) { filter, ...page }: ImportsArgs,
  ): Promise<ConnectionOf<Import>> {
    return pageOfImports(ctx, page, { ...filter })
  }

  @FieldResolver(() => Json, {
    description:
      'The whole report as JSON; `status` is `interrupted` while the import ' +
      'runs and after a crash, `failed` when it broke off.',
  })
  result(@Ctx() ctx: GraphQLContext, @Root() { id }: Import): Promise<unknown> {
    return load(ctx, resultsOfImports, id)
  }

  @Mutation(() => ImportFilePayload, {
    description:
      'Imports a file of at most 104,857,600 bytes, by default all or nothing. A line that cannot be ' +
      'parsed is refused with PARSE_ERROR; all other faults of lines are in the report.',
  })
  @Extensions(asRoute('POST /api/import'))
  async importFile(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ImportFileInput) { file, options }: ImportFileInput,
  ): Promise<{ report: ImportReport }> {
    return { report: await takeIn(ctx, { ...(await fileOf(file)), options: options ?? undefined }, 'import') }
  }

  @Mutation(() => ImportPreviewPayload, {
    description: 'Reports what importFile would do with the file; changes nothing.',
  })
  @Extensions(asRoute('POST /api/import/preview'))
  async importPreview(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ImportFileInput) { file, options }: ImportFileInput,
  ): Promise<{ report: ImportReport }> {
    return { report: await takeIn(ctx, { ...(await fileOf(file)), options: options ?? undefined }, 'preview') }
  }
}
