import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { PageArgs, type ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { load } from '../../lib/load.js'
import { listPage } from '../../lib/page.js'
import { oneByOne, readsNode } from '../../node-readers.js'
import { Project } from '../../projects/project.type.js'
import { projectAgreementRecord } from './project-agreement.shape.js'
import { agreementsOfProject, readProjectAgreement, resultsOf } from './project-agreement.service.js'
import { ProjectAgreement, ProjectAgreementConnection, ProjectFigures } from './project-agreement.type.js'

readsNode('ProjectAgreement', oneByOne(readProjectAgreement))

@Resolver(() => ProjectAgreement)
export class ProjectAgreementResolver {
  @FieldResolver(() => ProjectFigures, {
    nullable: true,
    description: projectAgreementRecord.fields.result.shape.description!,
  })
  result(@Ctx() ctx: GraphQLContext, @Root() { id }: ProjectAgreement): Promise<ProjectFigures | null> {
    return load(ctx, resultsOf, id)
  }
}

@Resolver(() => Project)
export class ProjectAgreementsResolver {
  @FieldResolver(() => ProjectAgreementConnection, {
    description: 'The agreements of personas that the viewer has measured over its videos, newest first.',
  })
  agreements(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Project,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<ConnectionOf<ProjectAgreement>> {
    const page: Promise<ConnectionOf<object>> = listPage(args, agreementsOfProject(ctx, id))
    return page as Promise<ConnectionOf<ProjectAgreement>>
  }
}
