import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { extraOf, readMember } from '../documents/document-reading.js'
import { load } from '../lib/load.js'
import { OntologyType } from '../personas/persona.type.js'
import { typeOfPersona } from './type-of-persona.js'
import { worldObjectsByKeys } from './world-object.service.js'
import { objectsIn } from './world-references.js'
import { participant } from './world-object.shape.js'
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
    @Root() { personaReference, typeId, typeKind }: TypeAssignment,
  ): Promise<OntologyType | null> {
    return typeOfPersona(ctx, personaReference, [typeKind], typeId)
  }

  @FieldResolver(() => [Participation], {
    nullable: true,
    description:
      'The entities that take part in the event in the view of the persona, ' +
      'with their roles; null if the assignment has no list.',
  })
  async participants(
    @Ctx() ctx: GraphQLContext,
    @Root() { worldId, personaReference, body: { participants } }: TypeAssignment,
  ): Promise<Participation[] | null> {
    if (!Array.isArray(participants)) return null
    const listed = objectsIn(participants)
    ctx.budget.announceObjects(listed.length)
    return Promise.all(
      listed.map(async (item) => {
        const [entityId, roleTypeId] = (['entityId', 'roleTypeId'] as const).map(
          (name) => readMember(name, participant.properties[name]!, item) as string | null,
        ) as [string | null, string | null]
        const [row, role] = await Promise.all([
          entityId === null
            ? undefined
            : load(ctx, worldObjectsByKeys, { worldId, kind: 'entity' as const, key: entityId }),
          typeOfPersona(ctx, personaReference, ['role'], roleTypeId),
        ])
        const extra = extraOf(participant.properties, item)
        return { entityId, roleTypeId, extra, entity: row ? worldObject(row) : null, role }
      }),
    )
  }
}
