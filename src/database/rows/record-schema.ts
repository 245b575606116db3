import { Type, type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from '@sinclair/typebox'
import { keepingMembers } from '../../lib/closed.js'
import { asInput, says } from '../../lib/described.js'
import { nullable, optional } from '../../lib/schema.js'
import { namesOf, type RecordField, type RecordOf } from './record.js'

export type Value<Field> = Field extends { shape: infer S extends TSchema } ? Static<S> : never
type ValueOrNull<Field> = Field extends { nullable: true } ? Value<Field> | null : Value<Field>
export type NamesWith<F, Trait> = { [Name in keyof F]: F[Name] extends Trait ? Name : never }[keyof F]
type Demanded<F> = NamesWith<F, { writer: 'client'; required: true }>

/** The body of a request that creates a row. */
export type CreateBody<F> = { [Name in Demanded<F>]: Value<F[Name]> } & {
  [Name in Exclude<NamesWith<F, { writer: 'client' }>, Demanded<F>>]?: ValueOrNull<F[Name]>
}
/** The body of a request that changes a row: absent members leave the column unchanged, null empties it. */
export type UpdateBody<F> = { [Name in NamesWith<F, { updated: true }>]?: ValueOrNull<F[Name]> }

type Fields<Name extends string> = Readonly<Record<Name, RecordField>>
interface Difference<Out> {
  /** Fields to omit because the request has them elsewhere, such as in the path. */
  but?: readonly Out[]
  /**
   * Fields that must be present although the table does not require them; null is allowed where the column is nullable.
   */
  demanded?: readonly string[]
}

/**
 * Returns the schema of a request body that creates a row: all fields that clients write. Those that the table requires
 * must be present.
 */
export function createSchema<Name extends string, F extends Fields<Name>, Out extends Name = never>(
  of: RecordOf<Name, F>,
  { but = [], demanded = [] }: Difference<Out> = {},
): TUnsafe<Omit<CreateBody<F>, Out>> {
  const left: readonly string[] = but
  const members = shapes(
    of,
    (field, name) => field.writer === 'client' && !left.includes(name),
    (field, name) => {
      const shape = asInput(field.shape)
      if (field.required) return shape
      return demanded.includes(name) ? (field.nullable ? nullable(shape) : shape) : writable(field)
    },
  )
  return Type.Unsafe(Type.Object(members))
}

/** Returns the schema of a body with further members, which are not columns of the row. */
export function withProperties<Body, More extends TProperties>(
  body: TUnsafe<Body>,
  more: More,
): TUnsafe<Body & Static<TObject<More>>> {
  const { properties } = body as unknown as { properties: TProperties }
  return Type.Unsafe(Type.Object({ ...properties, ...more }))
}

/** Returns the schema with other descriptions of some of its members. */
export function retold<S extends TSchema>(schema: S, sentences: Partial<Record<keyof Static<S> & string, string>>): S {
  const { properties } = schema as unknown as TObject
  const described = Object.entries(sentences).map(([name, sentence]) => [
    name,
    says(sentence as string, properties[name]!),
  ])
  return { ...schema, properties: { ...properties, ...(Object.fromEntries(described) as TProperties) } }
}

/** Returns the schema of a request body that changes a row: all fields that clients may change, each optional. */
export function updateSchema<Name extends string, F extends Fields<Name>>(
  of: RecordOf<Name, F>,
): TUnsafe<UpdateBody<F>> {
  return Type.Unsafe(
    Type.Object(
      shapes(
        of,
        (field) => field.updated,
        (field) => writable(field, true),
      ),
    ),
  )
}

/** Returns the members of an import line's data; an invalid time is read as absent (I-39). */
export function lineShapes(of: RecordOf): TProperties {
  return shapes(
    of,
    (field) => field.exchanged,
    (field) => {
      if (field.kind === 'time') return Type.Optional(Type.Unknown())
      return field.required ? field.shape : optional(field.shape)
    },
  )
}

/** Returns the members that GraphQL shows of a row. */
export function shownShapes(of: RecordOf): TProperties {
  return shapes(
    of,
    (field) => field.shown,
    (field) => (field.nullable ? nullable(field.shape) : field.shape),
  )
}

/** Returns the members that REST prints of a row: all present, null where the column is nullable. */
export function answerShapes(of: RecordOf): TProperties {
  return Object.fromEntries(
    of.names.flatMap((name) => {
      const field = of.fields[name]!
      return field.members.map((member) => [member, field.nullable ? nullable(field.shape) : field.shape])
    }),
  )
}

/** Returns the schema of each column, as in answers. */
export function columnShapes(of: RecordOf): TProperties {
  return Object.fromEntries(of.names.map((name) => [name, of.fields[name]!.shape]))
}

/** Returns the members of a line's data as exports write it: every column is present, null where it is nullable. */
export function exportShapes(of: RecordOf): TProperties {
  return shapes(
    of,
    (field) => field.exchanged,
    (field) => (field.nullable ? nullable(field.shape) : field.shape),
  )
}

function writable({ nullable: canBeNull, shape }: RecordField, change = false): TSchema {
  const described = asInput(shape, change)
  return canBeNull ? optional(described) : Type.Optional(described)
}

function shapes(
  of: RecordOf,
  wanted: (field: RecordField, name: string) => boolean,
  shapeOf: (field: RecordField, name: string) => TSchema,
): TProperties {
  return Object.fromEntries(
    namesOf(of, wanted).map((name) => {
      const field = of.fields[name]!
      const shape = shapeOf(field, name)
      return [name, field.kind === 'document' ? keepingMembers(shape) : shape]
    }),
  )
}
