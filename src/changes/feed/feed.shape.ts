import { Type } from '@sinclair/typebox'
import { scopeHelp } from '../../exchange/export/scope.js'
import { lineKinds } from '../../exchange/line.shape.js'
import { kindOf, ofAnyKind } from '../../kind-words.js'
import { answeredAs, anyId, asJson, says, typed } from '../../lib/described.js'
import { validation } from '../../lib/errors.js'
import { enumeration, nullable } from '../../lib/schema.js'

export const sinceHelp =
  'Position up to which the caller has everything: that of an export (`X-Export-Position`, or `position` in the manifest ' +
  'of a frozen one) or of the last answer.'
const kindsHelp = `Types of lines, separated by commas; all when absent: ${lineKinds.join(', ')}.`
const worldHelp = 'With scope `own`: ID of the project whose world to follow, instead of the personal one.'

/** The longest time that a request may wait for changes, in seconds. */
export const longestWait = 60

// The schema says only that the members are texts: the errors of the service say what to do instead.
export const feedQuery = Type.Object({
  since: Type.Optional(Type.String({ description: sinceHelp })),
  scope: Type.Optional(Type.String({ description: scopeHelp })),
  projectId: Type.Optional(Type.String({ format: 'uuid', description: worldHelp })),
  kinds: Type.Optional(Type.String({ description: kindsHelp })),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestWait,
      description: 'How long to wait for a change, in seconds, where there is none yet.',
    }),
  ),
})

/** Reads the wanted types of lines. Throws VALIDATION_ERROR for an unknown type. */
export function readKinds(types: readonly string[]): (type: string) => boolean {
  const wrong = types.find((kind) => !(lineKinds as readonly string[]).includes(kind))
  if (wrong !== undefined)
    throw validation([{ field: 'kinds', message: `must be of ${lineKinds.join(', ')}, not ${JSON.stringify(wrong)}` }])
  const wanted = new Set(types)
  return (type) => wanted.size === 0 || wanted.has(type)
}

const id = says('ID of the row; of an object of a world its ID within the world.', Type.String())
const type = says('Type of the line, as lines of exports name it.', ofAnyKind(Type.String()))
export const lineKind = kindOf(lineKinds)
const worldId = says('ID of the world that an object is in; absent for everything else.', Type.Optional(Type.String()))
const position = says('Where to go on.', Type.String())

/** A line of the feed. */
export const feedLine = Type.Union(
  [
    Type.Object({
      change: Type.Literal('set', { description: 'The line is new or has changed.' }),
      type,
      id,
      worldId,
      order: says(
        'What sorts the lines of a copy as an export sorts them: compared element by element, numbers as numbers and texts ' +
          'by their bytes.',
        Type.Array(Type.Union([Type.Number(), Type.String()])),
      ),
      line: says('The line of the export, byte for byte.', Type.Record(Type.String(), Type.Unknown())),
    }),
    Type.Object({
      change: Type.Literal('gone', { description: 'The line is not in the export any more.' }),
      type,
      id,
      worldId,
    }),
    Type.Object({
      change: Type.Literal('reset', {
        description: 'The lines that follow, up to the position, take the place of the whole copy.',
      }),
    }),
    Type.Object({
      change: Type.Literal('position', { description: 'The last line of every answer.' }),
      position,
      more: says('Whether there is more already.', Type.Boolean()),
    }),
  ],
  { description: 'A line of the feed of changes.' },
)

/** A change, in the form of GraphQL. */
export const changeNode = typed(
  'Change',
  'A line of an export that has changed, or has gone.',
  Type.Object({
    change: says(
      'What became of it.',
      enumeration('ChangeKind', 'What became of a line: it is new or has changed, or the export no longer has it.', [
        'set',
        'gone',
      ]),
    ),
    type,
    id: answeredAs('thingId', anyId(id)),
    worldId: says('ID of the world that an object is in; null for everything else.', nullable(Type.String())),
    order: says(
      'Numbers and texts that sort the lines of a copy as an export sorts them; null where it has gone.',
      asJson(nullable(Type.Array(Type.Unknown()))),
    ),
    line: says('The line of the export, byte for byte; null where it has gone.', nullable(Type.String())),
  }),
)
