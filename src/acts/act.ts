import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClassType } from 'type-graphql'
import type { ClaimsBucket } from '../access/claims-limit.js'
import type { Context } from '../context.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { PayloadMembers } from '../graphql/payloads.js'
import type { NamedRows } from '../graphql/plan.js'
import type { Answer } from '../http/answers.js'
import type { RouteAuth } from '../http/auth.js'
import type { Located } from '../http/created.js'

// An act is an operation for clients, described once for REST, GraphQL, openapi.json and the tests. An act without a
// mutation either reads, or repeats another act under another path.

/** The input of an act: the parameters of its path by their names, the body, and the version from the condition. */
export type Given<P extends TProperties, B extends TSchema, Q extends TSchema> = Static<TObject<P>> & {
  body: Static<B>
  query: Static<Q>
  ifVersion?: number
}

export interface Act<
  P extends TProperties = TProperties,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  Result = unknown,
  Own extends TProperties = TProperties,
> {
  /** The description in GraphQL and openapi.json, whose summary is its first sentence. */
  says: string
  /** The method and path of its route, such as `PUT /api/claims/:claimId`. */
  rest: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`
  /** The id of the operation in openapi.json; by default the name of the mutation. */
  id?: string
  /** Who may call the route; with `required`, any signed-in user. The service decides what they may do. */
  auth?: RouteAuth
  /** The rate limit in which each call counts, over REST and GraphQL alike. */
  limit?: ClaimsBucket
  /** Whether it takes a version that the row must have: If-Match in REST, `ifVersion` in GraphQL. */
  versioned?: boolean
  /**
   * Whether it ignores Idempotency-Keys, because it is slow, works on files, returns a secret that must not be stored,
   * or counts attempts that must stay counted when it is refused.
   */
  keyless?: boolean
  /** The paginated GraphQL list with the same items, such as `projects`. */
  listedBy?: string
  /** Whether it answers a list that clients can read in parts (listAct). */
  inParts?: true
  /** The parameters of the path. */
  params?: P
  body?: B
  query?: Q
  /** Returns the error that the route answers instead of the validation error. */
  refusal?(error: Error): Error
  /** Calls the service. */
  run(ctx: Context, input: Given<P, B, Q>): Promise<Result>
  /** The status of a successful answer; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** The path at which a GET reads what it creates, for the header Location of an answer with 201. */
  located?: Located
  /** The answer of the route, as openapi.json describes it; by status if there are several. */
  answer: Answer | Readonly<Partial<Record<200 | 201 | 202, Answer>>>
  /** The statuses of errors beyond those of all routes of its kind. */
  refuses?: readonly number[]
  /** Sends the answer if it is not the result as JSON. */
  send?(to: Reply, result: Result, input: Given<P, B, Q>): unknown
  mutation?: Mutation<P, B, Q, Result, Own>
}

export interface Reply {
  request: FastifyRequest
  reply: FastifyReply
  ctx: Context
}

/** The differences between the mutation and the route. */
export interface Mutation<
  P extends TProperties,
  B extends TSchema,
  Q extends TSchema,
  Result,
  Own extends TProperties = TProperties,
> {
  name: string
  /**
   * The description of its input, which is named after the mutation and has the parameters and the members of the body;
   * or the class of the input, if several mutations share it.
   */
  input?: string | ClassType
  /** The parameter of the path that inputs of GraphQL call `id`; errors in GraphQL call it so too. */
  id?: keyof P & string
  /** Members of the input that stand for several of the body, exactly one of which is given, by their names. */
  choices?: Readonly<Record<string, Choice>>
  /** The members of the input by other names that errors of the service have for them. */
  sentAs?: Readonly<Record<string, string>>
  /**
   * The parameters of the mutation, which replace those of the path if the mutation identifies the object in another
   * way.
   */
  own?: Own
  /** Calls the service with these parameters. */
  run?(ctx: GraphQLContext, input: Given<Own, B, Q>): Promise<Result>
  /**
   * The members of its payload, which is named after the mutation; or the class of the payload. The value of a single
   * member is the result; otherwise the result has the members.
   */
  payload?: PayloadMembers | (() => new () => unknown)
  /** Whether it deletes: its payload then has the ids of what is gone. */
  deletes?: true
  /** The type of the row that was written, if the result is that row (a WrittenRow), so that it is not read again. */
  row?: NamedRows
  /** Returns the payload, or its single member, for a result that is another. */
  node?(ctx: GraphQLContext, result: Result, input: Given<P & Own, B, Q>): unknown
}

/** An input of which exactly one member is given (`oneOf` in lib/described.ts). */
export interface Choice {
  input: TSchema
  /** The members of the body for which its members stand. */
  of: Readonly<Record<string, string>>
}

/** The acts of one area, under one heading of the documentation. */
export interface Acts {
  tag: string
  acts: readonly Act[]
}

/** Describes an act; the compiler derives the input type of `run` from the schemas. */
export function act<
  P extends TProperties = Record<never, never>,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  Result = unknown,
  Own extends TProperties = Record<never, never>,
>(described: Act<P, B, Q, Result, Own>): Act {
  return described as unknown as Act
}

/** Returns the first sentence of a description. */
export const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text
