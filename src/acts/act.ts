import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClassType } from 'type-graphql'
import type { ClaimsBucket } from '../access/claims-limit.js'
import type { Context } from '../context.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { NamedRows } from '../graphql/plan.js'
import type { Answer } from '../http/answers.js'
import type { RouteAuth } from '../http/auth.js'

// An act is something that clients do, described once for REST, GraphQL, openapi.json and the tests. Acts without a
// mutation read something, or are an act again under another path.

/** What an act is given: the parameters of its path by their names, the body, and the version from the condition. */
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
  /** What it does: the description in GraphQL and openapi.json, whose summary is its first sentence. */
  says: string
  /** The method and path of its route, such as `PUT /api/claims/:claimId`. */
  rest: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`
  /** The id of the operation in openapi.json: the name of the mutation, where it has one. */
  id?: string
  /** Who may call the route (`required`: whoever is signed in). The service decides what they may do. */
  auth?: RouteAuth
  /** The limit in which each call counts, over REST as over GraphQL. */
  limit?: ClaimsBucket
  /** Whether it takes a version that the row must have: If-Match in REST, `ifVersion` in GraphQL. */
  versioned?: boolean
  /**
   * Whether it ignores Idempotency-Keys, because it is slow, works on files, or counts attempts that must stay counted
   * when it is refused.
   */
  keyless?: boolean
  /** The list of GraphQL with the same items, which has pages, such as `projects`. */
  listedBy?: string
  /** The parameters of the path. */
  params?: P
  body?: B
  query?: Q
  /** The error that the route answers in place of that of the validation. */
  refusal?(error: Error): Error
  /** Calls the service. */
  run(ctx: Context, given: Given<P, B, Q>): Promise<Result>
  /** The status of a success (200). */
  status?: 200 | 201 | 202 | 204
  /** The answer of the route, as openapi.json describes it; by their statuses where there are several. */
  answer: Answer | Readonly<Partial<Record<200 | 201 | 202, Answer>>>
  /** Statuses with which it refuses, beyond those with which all routes of its kind do. */
  refuses?: readonly number[]
  /** Sends the answer, where that is not the result as JSON. */
  send?(to: Reply, result: Result, given: Given<P, B, Q>): unknown
  mutation?: Mutation<P, B, Q, Result, Own>
}

export interface Reply {
  request: FastifyRequest
  reply: FastifyReply
  ctx: Context
}

/** Where the mutation differs from the route. */
export interface Mutation<
  P extends TProperties,
  B extends TSchema,
  Q extends TSchema,
  Result,
  Own extends TProperties = TProperties,
> {
  name: string
  /**
   * The description of its input, which is named after the mutation and has the parameters and the members of the body.
   * Or the class of the input, where several mutations have the same. Without one, these are arguments of their own.
   */
  input?: string | ClassType
  /** The parameter of the path that inputs of GraphQL call `id`; a fault in it names it as the path does. */
  id?: keyof P & string
  /** The parameters of the mutation, in place of those of the path: it finds the same thing in another way. */
  own?: Own
  /** Calls the service with these parameters. */
  run?(ctx: GraphQLContext, given: Given<Own, B, Q>): Promise<Result>
  /** What the mutation returns, as type-graphql is told it. */
  answer: () => unknown
  /** What it returns, to be added to the description: a sentence, or the end of the first one (`returns its ID`). */
  returns?: string
  /** The type of the row that was written, where the result is that row (a WrittenRow): it is not read again. */
  row?: NamedRows
  /** What the mutation returns for a result, where that is not the result itself. */
  node?(ctx: GraphQLContext, result: Result, given: Given<P & Own, B, Q>): unknown
}

/** The acts of one area, under one heading of the documentation. */
export interface Acts {
  tag: string
  acts: readonly Act[]
}

/** Describes an act; the compiler derives what `run` is given from the schemas. */
export function act<
  P extends TProperties = Record<never, never>,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  Result = unknown,
  Own extends TProperties = Record<never, never>,
>(described: Act<P, B, Q, Result, Own>): Act {
  return described as unknown as Act
}

/** The first sentence of a description. */
export const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text
