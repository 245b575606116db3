import { Args, Ctx, FieldResolver, Query, Resolver, Root, type ClassType } from 'type-graphql'
import { AgreementDecision } from '../../agreement/decisions/decision.type.js'
import { Annotation } from '../../annotations/annotation.type.js'
import { Claim, ClaimRelation } from '../../claims/claim.type.js'
import { PageArgs, type ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { load } from '../../lib/load.js'
import { TypeCorrespondence } from '../../personas/correspondences/correspondence.type.js'
import { Ontology, OntologyType, Persona } from '../../personas/persona.type.js'
import { Summary } from '../../summaries/summary.type.js'
import { World, WorldObject } from '../../world/world.type.js'
import { historiesOf, historyOf, membersOf, type Listed, type ThingNamed } from './history.service.js'
import { withNames } from './history-names.js'
import type { HistoryKind } from '../../kinds.js'
import { historyEntry, type HistoryChange } from './history.shape.js'
import type { Thing } from './history.sql.js'
import { HistoryArgs, HistoryChangeType, HistoryEntry, HistoryEntryConnection } from './history.type.js'

@Resolver()
export class HistoryResolver {
  @Query(() => HistoryEntryConnection, {
    description:
      'The changes of a thing, newest first. For whoever may read the thing and, once it is deleted, for its owner and ' +
      'administrators.',
  })
  history(
    @Ctx() ctx: GraphQLContext,
    @Args(() => HistoryArgs) { first, after, last, before, ...thing }: HistoryArgs,
  ): Promise<ConnectionOf<Listed>> {
    return historyOf(ctx, thing as ThingNamed, { first, after, last, before } as PageArgs)
  }
}

/** The members of a change are made only where they are selected, together for all changes of one level. */
@Resolver(() => HistoryEntry as ClassType)
export class HistoryEntryResolver {
  @FieldResolver(() => [HistoryChangeType], { description: historyEntry.properties.changes.description! })
  async changes(@Ctx() ctx: GraphQLContext, @Root() entry: object): Promise<HistoryChange[]> {
    const changes = await load(ctx, membersOf, entry as Listed)
    return changes.map((change) => withNames((entry as Listed).kind, change))
  }
}

/** Gives a type the field `history`; the histories of all its objects on one level are read together. */
function historyField<T extends object>(of: ClassType<T> | Function, thingOf: (object: T) => Thing) {
  @Resolver(() => of as ClassType)
  class FieldResolvers {
    @FieldResolver(() => HistoryEntryConnection, {
      description: 'Its changes, newest first: when, by whom and through what, and the members that changed.',
    })
    history(
      @Ctx() ctx: GraphQLContext,
      @Root() object: object,
      @Args(() => PageArgs) args: PageArgs,
    ): Promise<ConnectionOf<Listed>> {
      return load(ctx, historiesOf, { thing: thingOf(object as T), args: { ...args } })
    }
  }
  return FieldResolvers
}

const whole = (kind: HistoryKind) => (object: { id: string }) => ({ kind, id: object.id, part: null })
/** The id of an object of a world consists of the id of the world, the kind and the key. */
const objectOfWorld = ({ id }: { id: string }): Thing => {
  const [, worldId = '', kind = '', key = ''] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? []
  return { kind: kind as HistoryKind, id: worldId, part: key }
}

export const PersonaHistoryResolver = historyField(Persona, whole('persona'))
export const OntologyHistoryResolver = historyField<Ontology>(Ontology, ({ personaId }) => ({
  kind: 'ontology',
  id: personaId,
  part: null,
}))
export const OntologyTypeHistoryResolver = historyField<OntologyType>(OntologyType, ({ personaId, kind, key }) => ({
  kind: `${kind}_type`,
  id: personaId,
  part: key,
}))
export const TypeCorrespondenceHistoryResolver = historyField(TypeCorrespondence, whole('type_correspondence'))
export const AgreementDecisionHistoryResolver = historyField(AgreementDecision, whole('agreement_decision'))
export const WorldHistoryResolver = historyField(World, whole('world_state'))
export const WorldObjectHistoryResolver = historyField<WorldObject>(WorldObject, objectOfWorld)
export const AnnotationHistoryResolver = historyField(Annotation, whole('annotation'))
export const SummaryHistoryResolver = historyField(Summary, whole('summary'))
export const ClaimHistoryResolver = historyField(Claim, whole('claim'))
export const ClaimRelationHistoryResolver = historyField(ClaimRelation, whole('claim_relation'))
