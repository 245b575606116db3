import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { reviewerSays } from '../access/review.shape.js'
import { User } from '../accounts/user.type.js'
import { inputOf, rowsOf } from '../graphql/classes.js'
import { connectionOf, connectionType, edgeOf } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { Project } from '../projects/project.type.js'
import { Summary } from '../summaries/summary.type.js'
import { claimListFilter } from './lists/claim-filter.shape.js'
import { claimRecord, claimRelationRecord } from './claim.shape.js'

@ObjectType({
  implements: Node,
  description: 'A statement made in a summary. Claims form trees: a claim may have subclaims.',
})
export class Claim extends rowsOf(claimRecord) {
  @Field(() => Claim, {
    nullable: true,
    description: 'Its parent claim; null for a root claim and when the caller may not read the parent.',
  })
  parent?: Claim | null

  @Field(() => Summary, {
    nullable: true,
    description: 'Its summary; null when the caller may read the claim but not the summary.',
  })
  summary?: Summary | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project it is in; null outside projects and when the caller may not read the project.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null

  @Field(() => User, { nullable: true, description: reviewerSays })
  reviewer?: User | null
}

@ObjectType({ implements: Node, description: 'A typed relation from one claim (the source) to another (the target).' })
export class ClaimRelation extends rowsOf(claimRelationRecord) {
  @Field(() => Claim, {
    nullable: true,
    description: 'The claim it starts from; null when the caller may not read it.',
  })
  source?: Claim | null

  @Field(() => Claim, { nullable: true, description: 'The claim it points to; null when the caller may not read it.' })
  target?: Claim | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null
}

@ObjectType({ description: 'A claim at its place in the tree of claims of its summary.' })
export class ClaimTreeEdge extends edgeOf<Claim>(() => Claim) {
  @Field(() => ID, { nullable: true, description: 'ID of its parent in the tree; null for a root claim.' })
  parentId: string | null

  @Field(() => Int, { description: 'Number of claims above it; 0 for a root claim.' })
  depth: number

  @Field(() => [Int], {
    description: 'Position among its siblings in the list at each level, from the root down, counted from 0.',
  })
  path: number[]

  @Field(() => Int, {
    description: 'Number of its direct subclaims that the caller may read; with a filter, of those in the tree.',
  })
  childCount: number

  @Field(() => Boolean, {
    description: 'Whether the claim itself passes the filter; false if it is there for claims below it.',
  })
  matches: boolean
}

export const ClaimConnection = connectionType('Claim', () => Claim)
const ClaimPageArgs = orderedPageArgs('Claim', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  CONFIDENCE: 'confidence',
})

const ClaimFilter = inputOf('ClaimFilter', 'Conditions that every listed claim meets.', claimListFilter)
export const ClaimsArgs = filteredArgs(ClaimPageArgs, ClaimFilter)
export type ClaimsArgs = InstanceType<typeof ClaimsArgs>

@ArgsType()
export class ClaimTreeArgs extends ClaimsArgs {
  @Field(() => Int, { nullable: true, description: 'Number of levels to return, at least 1; all when absent.' })
  depth?: number | null
}
export const ClaimTreeConnection = connectionOf<Claim>(
  'ClaimTree',
  () => Claim,
  () => ClaimTreeEdge,
)
