import {
  isAbstractType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { kinds, namesOf } from '../kinds.js'

/** The objects of some kinds have types of these names. */
const typesOf: Readonly<Record<string, string>> = {
  time: 'TimeObject',
  relation: 'WorldRelation',
  entity_type: 'OntologyType',
  event_type: 'OntologyType',
  role_type: 'OntologyType',
  relation_type: 'OntologyType',
}

/** Types about any change of the things of a user. */
const aboutAll = ['AuditEntry', 'HistoryEntry', 'TrashItem', 'Notification', 'ExportStats', 'ReviewProgress']

/** Objects of these types are parts of answers that show a thing of a kind. */
const partsOf: Readonly<Record<string, string>> = { DisagreementDecision: 'agreement_decision' }

const all = kinds
  .filter(({ log, isStorage }) => log && !isStorage)
  .flatMap((kind) => namesOf(kind).map((name) => ({ kind, name })))
const kindsOfTypes = new Map<string, string[]>([
  ...aboutAll.map((type): [string, string[]] => [type, ['*']]),
  ...Object.entries(partsOf).map(([type, kind]): [string, string[]] => [type, [kind]]),
])
for (const { kind, name } of all) {
  const type =
    kind.type ?? typesOf[name] ?? name.replaceAll(/(?:^|_)([a-z])/g, (_all, first: string) => first.toUpperCase())
  kindsOfTypes.set(type, [...(kindsOfTypes.get(type) ?? []), name])
}

/**
 * Returns the module of the desk with the kinds of things that the answer to each of its queries is made of, by the
 * first eight digits of the hash of the query: those of the types of its objects, and those that its fields are named
 * after, such as `claimCount`. `documents` are the texts of all documents by hash.
 */
export function documentKinds(schema: GraphQLSchema, documents: Readonly<Record<string, string>>): string {
  const lines = Object.entries(documents).flatMap(([hash, text]) => {
    const document = parse(text)
    const isQuery = document.definitions.some((one) => 'operation' in one && one.operation === 'query')
    const found = isQuery ? kindsIn(schema, document) : []
    return found.length ? [`  '${hash.replace('sha256:', '').slice(0, 8)}': '${found.join(' ')}',`] : []
  })
  return [
    '/**',
    ' * The kinds of things that answers to queries are made of, `*` for all, by the start of the hash of the query.',
    ' * Generated from the documents by `npm run generate`.',
    ' */',
    'export const documentKinds: Readonly<Record<string, string>> = {',
    ...lines.sort(),
    '}',
    '',
  ].join('\n')
}

function kindsIn(schema: GraphQLSchema, document: DocumentNode): string[] {
  const found = new Set<string>()
  const info = new TypeInfo(schema)
  let depthInGloss = 0
  const add = (type: string) => {
    for (const kind of kindsOfTypes.get(type.replace(/Connection$/, '')) ?? []) {
      // A reference in a text shows the name of its target. Boxes and texts change often, names of these do not.
      if (depthInGloss === 0 || !['annotation', 'claim'].includes(kind)) found.add(kind)
    }
  }
  visit(
    document,
    visitWithTypeInfo(info, {
      SelectionSet: {
        enter({ selections }) {
          const type = info.getParentType()
          if (!type) return
          if (type.name === 'GlossItem') depthInGloss++
          const fields = selections.filter((one) => one.kind === Kind.FIELD).map(({ name }) => name.value)
          if (fields.every((name) => name === '__typename' || name === 'id')) return
          for (const one of isAbstractType(type) ? schema.getPossibleTypes(type) : [type]) add(one.name)
        },
        leave() {
          if (info.getParentType()?.name === 'GlossItem') depthInGloss--
        },
      },
      Field({ name }) {
        const [, word] = /(annotation|claim|summar|persona|share)(?:y|ie)?(?:s|Count)/i.exec(name.value) ?? []
        const kind = word && all.find((one) => one.name.startsWith(word.toLowerCase()))?.name
        if (kind && depthInGloss === 0) found.add(kind)
      },
    }),
  )
  return found.has('*') ? ['*'] : [...found].sort()
}
