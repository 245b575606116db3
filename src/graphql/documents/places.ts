import { Kind, parse, visit, type ASTNode, type DocumentNode } from 'graphql'

/** Returns the path of the argument, or of the member of one, that has the variable first. */
export function placeOf(document: DocumentNode, name: string): string[] {
  let found: string[] | undefined
  visit(document, {
    VariableDefinition: () => false,
    Variable(node, _key, parent, _path, ancestors) {
      if (node.name.value === name) found ??= pathOf([...ancestors, parent!, node])
    },
  })
  return found?.length ? found : [name]
}

/**
 * Returns the path of a value of the document below its field; empty outside of arguments. `nodes` are the nodes from
 * the document down to the value, with the arrays that hold them.
 */
export function pathOf(nodes: readonly (ASTNode | readonly ASTNode[])[]): string[] {
  return nodes.flatMap((node, i) => {
    if (!('kind' in node)) return []
    if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return [node.name.value]
    // Between a list and its item is the array of items.
    const item = nodes[i + 2]
    return node.kind === Kind.LIST && item ? [String(node.values.findIndex((one) => one === item))] : []
  })
}

/** More tokens than any document has whose variables are named by their places. */
const mostTokens = 10_000

/**
 * Returns the path in the operation for a path in the variables of its request: that of the argument, or member of one,
 * that has the variable. If the document cannot be parsed, the path stays that of the variable.
 */
export function placeInOperation(source: unknown, path: string): string {
  const [name = '', ...below] = path.split('.')
  try {
    return [...placeOf(parse(String(source), { maxTokens: mostTokens }), name), ...below].join('.')
  } catch {
    return path
  }
}
