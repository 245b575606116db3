import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { parse } from '../lib/validate.js'
import { vocabularySchema } from './vocabulary.schema.js'
import { getVocabulary, replaceVocabulary } from './vocabulary.service.js'

@ObjectType({ description: 'A word of detection queries, and the classes of the object detector that it stands for.' })
export class DetectionTerm {
  @Field(() => String, { description: 'The word, in lower case and singular.' })
  term: string

  @Field(() => [String], {
    description:
      'Names of the detector classes that the word stands for; empty for something that the detector cannot recognise.',
  })
  classes: string[]
}

@InputType({
  description: 'A word of detection queries, and the classes of the object detector that it is to stand for.',
})
export class DetectionTermInput {
  @Field(() => String, { description: 'The word in singular, at most 100 characters; stored in lower case.' })
  term: string

  @Field(() => [String], {
    description:
      'Names of the detector classes that the word stands for, at most 100; ' +
      'empty for something that the detector cannot recognise.',
  })
  classes: string[]
}

@InputType({ description: 'The new detection vocabulary, which replaces the existing one as a whole.' })
export class ReplaceDetectionVocabularyInput {
  @Field(() => [DetectionTermInput], {
    description: 'All words of the vocabulary, at most 1,000; a word that occurs twice is refused.',
  })
  terms: DetectionTermInput[]
}

@Resolver()
export class VocabularyResolver {
  @Query(() => [DetectionTerm], {
    description: 'The detection vocabulary that administrators have entered, sorted by word. For administrators.',
  })
  detectionVocabulary(@Ctx() ctx: GraphQLContext): Promise<DetectionTerm[]> {
    return getVocabulary(ctx)
  }

  @Mutation(() => [DetectionTerm], {
    description: 'Replaces the whole detection vocabulary and returns the new one, sorted by word. For administrators.',
  })
  replaceDetectionVocabulary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ReplaceDetectionVocabularyInput) input: ReplaceDetectionVocabularyInput,
  ): Promise<DetectionTerm[]> {
    const plain = input.terms.map(({ term, classes }) => ({ term, classes }))
    return replaceVocabulary(ctx, parse(vocabularySchema, { terms: plain }).terms)
  }
}
