import { getNamedType, getOperationAST, isObjectType, parse, type GraphQLSchema } from 'graphql'
import type { Kysely } from 'kysely'
import type { DB } from '../../database/schema.js'
import { planOf, type Relation } from '../plan.js'
import type { RowForm } from './row-forms.js'
import { readingOfPages } from './object-pages.js'
import { readingOfPage } from './pages.js'
import { readingOfRows, relationById } from './relations.js'
import { fragmentsOf, selectionOf, type SelectedField } from '../documents/selection.js'
import type { Variables } from '../documents/coercion.js'
import type { Reading } from './values.js'

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
    if (!plan || plan.kind === 'items') below(field)
    else if (plan.kind === 'targets') Object.values(plan.rows).forEach((relation) => ofRows(field, relation))
    else if (plan.kind === 'page') ofReading(readingOfPage(field, plan, variables))
    else if (plan.kind === 'pages') ofReading(readingOfPages(field, plan, variables))
    else ofRows(field, plan.kind === 'byId' ? relationById(plan.type) : plan)
  }
  const ofRows = (field: SelectedField, relation: Relation) => ofReading(readingOfRows(field, relation, variables))
  const ofReading = ({ statement, rowForms }: Reading) => {
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
