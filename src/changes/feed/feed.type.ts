import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { ExportScope } from '../../exchange/export/export.type.js'
import { projectInGraphQL, scopeInGraphQL } from '../../exchange/export/scope.js'
import { objectOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { connectionOf, edgeOf } from '../../graphql/connection.js'
import type { ChangeNode } from './feed.service.js'
import { changeNode, lineKind } from './feed.shape.js'

const Change = objectOf<ChangeNode>(changeNode)

@ObjectType({
  description:
    'A line that has changed or gone, with its cursor. The page after the last line of a page goes on; the page after ' +
    'another line repeats the page, because a page is read as a whole.',
})
export class ChangeEdge extends edgeOf<ChangeNode>(() => Change) {}

const Page = connectionOf<ChangeNode>(
  'Change',
  () => Change,
  () => ChangeEdge,
  { counted: false },
)
Field(() => Boolean, {
  description:
    'Whether the copy has to be replaced, because what the caller may export has changed: export again, and go on from ' +
    'the position of the export. Then there are no nodes.',
})(Page.prototype, 'reset')
export const ChangeConnection = Page

@InputType({ description: 'Conditions that every listed change meets.' })
export class ChangeFilter {
  @Field(() => ExportScope, { nullable: true, description: scopeInGraphQL })
  scope?: string | null

  @Field(() => ID, { nullable: true, description: projectInGraphQL })
  projectId?: string | null

  @Field(() => [enumOf(lineKind)], { nullable: true, description: 'Types of lines; all when absent.' })
  kinds?: string[] | null
}
