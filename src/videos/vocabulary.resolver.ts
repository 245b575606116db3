import { Ctx, Extensions, Query, Resolver } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute } from '../graphql/doors.js'
import { getVocabulary } from './vocabulary.service.js'
import { detectionTerm, type VocabularyTerm } from './vocabulary.shape.js'

const DetectionTerm = objectOf(detectionTerm)

@Resolver()
export class VocabularyResolver {
  @Query(() => [DetectionTerm], {
    description: 'The detection vocabulary that administrators have entered, sorted by word. For administrators.',
  })
  @Extensions(asRoute('GET /api/admin/detection-vocabulary'))
  detectionVocabulary(@Ctx() ctx: GraphQLContext): Promise<VocabularyTerm[]> {
    return getVocabulary(ctx)
  }
}
