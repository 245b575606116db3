import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import { plain } from '../../graphql/classes.js'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { asRoute } from '../../graphql/doors.js'
import { pageOfAudit } from './audit.service.js'
import type { AuditEntry, AuditFilter } from './audit.shape.js'
import { AuditArgs, AuditEntryConnection } from './audit.type.js'

@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    description: 'Who changed what, when and through what, newest first. For administrators only.',
  })
  @Extensions(asRoute('GET /api/admin/audit'))
  audit(
    @Ctx() ctx: GraphQLContext,
    @Args(() => AuditArgs) { filter, ...page }: AuditArgs,
  ): Promise<ConnectionOf<AuditEntry>> {
    return pageOfAudit(ctx, page, plain(filter ?? {}) as AuditFilter)
  }
}
