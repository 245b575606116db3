import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { load } from '../../lib/load.js'
import { parse } from '../../lib/validate.js'
import { readsNodeById } from '../../node-readers.js'
import { ontologyType } from '../ontology-rows.js'
import { type OntologyType, Persona } from '../persona.type.js'
import { correspondencesQuery, suggestionsQuery, type Suggestions } from './correspondence.shape.js'
import * as correspondences from './correspondence.service.js'
import { suggestCorrespondences } from './suggestion.service.js'
import {
  TypeCorrespondence,
  TypeCorrespondenceConnection,
  TypeCorrespondencesArgs,
  TypeCorrespondenceSuggestions,
} from './correspondence.type.js'

readsNodeById('TypeCorrespondence', correspondences.correspondencesByIds)

@Resolver(() => TypeCorrespondence)
export class TypeCorrespondenceResolver {
  @FieldResolver()
  firstType(@Ctx() ctx: GraphQLContext, @Root() of: TypeCorrespondence): Promise<OntologyType | null> {
    return typeAt(ctx, of, 0)
  }

  @FieldResolver()
  secondType(@Ctx() ctx: GraphQLContext, @Root() of: TypeCorrespondence): Promise<OntologyType | null> {
    return typeAt(ctx, of, 1)
  }
}

async function typeAt(ctx: GraphQLContext, of: TypeCorrespondence, end: 0 | 1): Promise<OntologyType | null> {
  const row = (await load(ctx, correspondences.typesOfCorrespondences, of))[end]
  return row ? ontologyType(row) : null
}

@Resolver(() => Persona)
export class PersonaCorrespondencesResolver {
  @FieldResolver(() => TypeCorrespondenceConnection, {
    description:
      'How its types relate to those of other personas that the viewer may read, as users have stated it; newest first.',
  })
  typeCorrespondences(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Persona,
    @Args(() => TypeCorrespondencesArgs) { otherPersonaId, ...page }: TypeCorrespondencesArgs,
  ): Promise<ConnectionOf<TypeCorrespondence>> {
    const filter = parse(correspondencesQuery, otherPersonaId == null ? {} : { otherPersonaId })
    return correspondences.pageOfCorrespondences(ctx, id, filter, page) as Promise<ConnectionOf<TypeCorrespondence>>
  }

  @FieldResolver(() => TypeCorrespondenceSuggestions, {
    description:
      'How its types probably relate to those of another persona, by IDs in knowledge bases, names, synonyms, more ' +
      'general types and meaning; without those about which something is stored.',
  })
  typeCorrespondenceSuggestions(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Persona,
    @Arg('otherPersonaId', () => ID, { description: 'ID of the other persona.' }) otherPersonaId: string,
  ): Promise<Suggestions> {
    return suggestCorrespondences(ctx, id, parse(suggestionsQuery, { otherPersonaId }).otherPersonaId)
  }
}
