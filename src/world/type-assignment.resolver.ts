import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { OntologyType } from '../personas/persona.type.js'
import { typeOfPersona } from './type-of-persona.js'
import { worldObjectsByKeys } from './world-object.service.js'
import { bodyOf, objectsIn, textOf } from './world-references.js'
import { worldObject } from './world-rows.js'
import { Participation, TypeAssignment } from './world.type.js'

@Resolver(() => TypeAssignment)
export class TypeAssignmentResolver {
  @FieldResolver(() => OntologyType, {
    nullable: true,
    description: 'The type; null if the persona does not define it or the viewer may not read the persona.',
  })
  type(
    @Ctx() ctx: GraphQLContext,
    @Root() { personaId, typeId, typeKind }: TypeAssignment,
  ): Promise<OntologyType | null> {
    return typeOfPersona(ctx, personaId, [typeKind], typeId)
  }

  @FieldResolver(() => [Participation], {
    description:
      'The entities that take part in the event in the view of the persona, ' +
      'with their roles; empty if the assignment lists none.',
  })
  async participants(
    @Ctx() ctx: GraphQLContext,
    @Root() { worldId, personaId, body }: TypeAssignment,
  ): Promise<Participation[]> {
    const listed = objectsIn(bodyOf(body)['participants'])
    ctx.budget.announceObjects(listed.length)
    return Promise.all(
      listed.map(async (item) => {
        const entityId = textOf(item['entityId'])
        const roleTypeId = textOf(item['roleTypeId'])
        const [row, role] = await Promise.all([
          entityId === null
            ? undefined
            : load(ctx, worldObjectsByKeys, { worldId, kind: 'entity' as const, key: entityId }),
          typeOfPersona(ctx, personaId, ['role'], roleTypeId),
        ])
        return { entityId, roleTypeId, entity: row ? worldObject(row) : null, role }
      }),
    )
  }
}
