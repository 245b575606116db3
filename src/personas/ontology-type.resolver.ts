import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.js'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { ontologyType } from './ontology-rows.js'
import { typesByNames } from './ontology.service.js'
import { OntologyType } from './persona.type.js'

interface Key {
  personaId: string
  kind: string
  typeId: string
}

/** Returns types by their persona, kind and key, one entry for each key; null for those that do not exist. */
export async function typesByKeys(ctx: Context, keys: readonly Key[]): Promise<(OntologyType | null)[]> {
  const types = await typesByNames(ctx, keys)
  return keys.map(({ personaId, kind, typeId }) => {
    const row = types.get(`${personaId}/${kind}/${typeId}`)
    return row ? ontologyType(row) : null
  })
}

@Resolver(() => OntologyType)
export class OntologyTypeResolver {
  @FieldResolver(() => OntologyType, {
    nullable: true,
    description: 'The more general type that this one refines; null without one, and if the ontology does not have it.',
  })
  async parentType(
    @Ctx() ctx: GraphQLContext,
    @Root() { personaId, kind, parentTypeId }: OntologyType & { parentTypeId?: string | null },
  ): Promise<OntologyType | null> {
    return parentTypeId ? load(ctx, typesByKeys, { personaId, kind, typeId: parentTypeId }) : null
  }

  @FieldResolver(() => [OntologyType], {
    description: 'Event types only: the roles in such an event, in stored order; those that the ontology has.',
  })
  async roles(
    @Ctx() ctx: GraphQLContext,
    @Root() { personaId, roleIds }: OntologyType & { roleIds?: readonly string[] },
  ): Promise<OntologyType[]> {
    const named = (roleIds ?? []).map((typeId) => load(ctx, typesByKeys, { personaId, kind: 'role', typeId }))
    return (await Promise.all(named)).filter((type) => type !== null)
  }
}
