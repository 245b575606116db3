import { getNamedType, getOperationAST, isObjectType, parse, type GraphQLSchema } from 'graphql'
import type { Kysely } from 'kysely'
import type { DB } from '../../database/schema.js'
import { planOf } from '../plan.js'
import type { RowForm } from './row-forms.js'
import { readingOfPage } from './pages.js'
import { readingOfRows } from './relations.js'
import { fragmentsOf, selectionOf, type SelectedField, type Variables } from '../documents/selection.js'

/**
 * Returns the SQL that the planned fields of an operation send to PostgreSQL for users who are not administrators, each
 * statement once, in the order of the answer; without the SQL of resolvers. Throws if the document does not have
 * exactly one operation.
 */
export function plannedStatements(
  schema: GraphQLSchema,
  source: string,
  variables: Variables,
  db: Kysely<DB>,
): string[] {
  const document = parse(source)
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) throw new Error('the document has not one operation')
  const statements = new Set<string>()
  const below = (field: SelectedField) => {
    const type = getNamedType(field.definition.type)
    if (isObjectType(type)) field.below(type).fields.forEach(ofField)
  }
  const ofField = (field: SelectedField): void => {
    const plan = planOf(field.definition)
    if (!plan || plan.kind === 'batched' || plan.kind === 'items') return below(field)
    const { statement, rowForms } =
      plan.kind === 'page' ? readingOfPage(field, plan, variables) : readingOfRows(field, plan, variables)
    statements.add(statement.sql(db))
    for (const rowForm of rowForms) ofRowForm(rowForm)
  }
  const ofRowForm = ({ holes }: RowForm): void => {
    for (const hole of holes) {
      if ('rowForm' in hole) ofRowForm(hole.rowForm)
      else ofField(hole.field)
    }
  }
  const scope = { schema, fragments: fragmentsOf(document), variables }
  selectionOf(scope, root, [operation.selectionSet]).fields.forEach(ofField)
  return [...statements]
}
