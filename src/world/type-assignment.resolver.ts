import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import { OntologyType, Persona, type OntologyTypeKind } from '../personas/persona.type.js'
import { personasByIds } from '../personas/persona.service.js'
import { worldObjectsByKeys } from './world-object.service.js'
import { bodyOf, textOf } from './world-references.js'
import { worldObject } from './world-rows.js'
import { Entity, TypeAssignment } from './world.type.js'

@ObjectType({ description: 'An entity in the role that a persona sees it in.' })
export class Participation {
  @Field(() => Entity, { nullable: true, description: 'Who; null for an id that no entity has.' })
  entity: Entity | null

  @Field(() => OntologyType, { nullable: true, description: 'In which role; null for one that the persona does not have.' })
  role: OntologyType | null
}

/** The type of a persona that the viewer may read; null for a dangling id. */
export async function typeOfPersona(
  ctx: GraphQLContext, personaId: string | null, kinds: readonly string[], key: string | null,
): Promise<OntologyType | null> {
  if (!personaId || key === null || !(await load(ctx, personasByIds, personaId))) return null
  const types = await load(ctx, typesOfPersonas, personaId)
  for (const kind of kinds) {
    const row = types.find((type) => type.kind === kind && type.typeId === key)
    if (row) return { id: `${personaId}/${key}`, key, kind: row.kind as OntologyTypeKind, name: row.name, body: row.body, personaId }
  }
  return null
}

@Resolver(() => TypeAssignment)
export class TypeAssignmentResolver {
  @FieldResolver(() => Persona, { nullable: true, description: 'Who sees it so; null for a persona that is gone or not the viewer\'s to read.' })
  async persona(@Ctx() ctx: GraphQLContext, @Root() assignment: TypeAssignment): Promise<Persona | null> {
    return assignment.personaId ? ((await load(ctx, personasByIds, assignment.personaId)) ?? null) : null
  }

  @FieldResolver(() => OntologyType, { nullable: true, description: 'The type; null where the persona does not have it.' })
  type(@Ctx() ctx: GraphQLContext, @Root() { personaId, typeId, typeKind }: TypeAssignment): Promise<OntologyType | null> {
    return typeOfPersona(ctx, personaId, [typeKind], typeId)
  }

  @FieldResolver(() => [Participation], { description: 'Who takes part in which role, where the persona says so.' })
  async participants(@Ctx() ctx: GraphQLContext, @Root() { worldId, personaId, body }: TypeAssignment): Promise<Participation[]> {
    const listed = bodyOf(body)['participants']
    if (!Array.isArray(listed)) return []
    return Promise.all(listed.map(async (item: unknown) => {
      const key = textOf(bodyOf(item)['entityId'])
      const [row, role] = await Promise.all([
        key === null ? undefined : load(ctx, worldObjectsByKeys, { worldId, kind: 'entity' as const, key }),
        typeOfPersona(ctx, personaId, ['role'], textOf(bodyOf(item)['roleTypeId'])),
      ])
      return { entity: row ? worldObject(row) : null, role }
    }))
  }
}
