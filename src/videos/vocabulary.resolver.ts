import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { parse } from '../lib/validate.js'
import { vocabularySchema } from './vocabulary.schema.js'
import { getVocabulary, replaceVocabulary } from './vocabulary.service.js'

@ObjectType({ description: 'What a word means to the detector of objects.' })
export class DetectionTerm {
  @Field(() => String, { description: 'In lower case and in the singular.' })
  term: string

  @Field(() => [String], { description: "Names of the detector's classes; none for what it cannot see." })
  classes: string[]
}

@InputType({ description: 'What a word is to mean to the detector of objects.' })
export class DetectionTermInput {
  @Field(() => String, { description: 'In the singular.' })
  term: string

  @Field(() => [String], { description: "Names of the detector's classes; none for what it cannot see." })
  classes: string[]
}

@InputType({ description: 'All that words are to mean to the detector of objects.' })
export class ReplaceDetectionVocabularyInput {
  @Field(() => [DetectionTermInput], { description: 'All of it.' })
  terms: DetectionTermInput[]
}

@Resolver()
export class VocabularyResolver {
  @Query(() => [DetectionTerm], {
    description: 'What administrators have put down of words and classes; for administrators.',
  })
  detectionVocabulary(@Ctx() ctx: GraphQLContext): Promise<DetectionTerm[]> {
    return getVocabulary(ctx)
  }

  @Mutation(() => [DetectionTerm], {
    description: 'Puts this vocabulary in the place of the one there was; for administrators.',
  })
  replaceDetectionVocabulary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ReplaceDetectionVocabularyInput) input: ReplaceDetectionVocabularyInput,
  ): Promise<DetectionTerm[]> {
    const plain = input.terms.map(({ term, classes }) => ({ term, classes }))
    return replaceVocabulary(ctx, parse(vocabularySchema, { terms: plain }).terms)
  }
}
