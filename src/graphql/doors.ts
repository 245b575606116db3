// The extensions of the fields of Query and Mutation. What is checked before an operation runs is read from them.

/** The extension of a field of Query or Mutation for which a token needs the scopes of the route. */
export const asRoute = (route: string) => ({ route }) as const

/**
 * The extension of a mutation that works without an actor, like the REST routes that read the session cookie
 * themselves: it runs also where the default user of single-user mode is missing (AM-03).
 */
export const withoutActor = { actor: false } as const

/** The extension of a field of mutations that changes nothing and only tells what the fields before it did. */
export const onlyTells = { actor: false, tells: true } as const

/**
 * The extension of a mutation that ignores Idempotency-Keys, because it is slow, works on files, or counts attempts
 * that must stay counted when it is refused.
 */
export const withoutKey = { idempotencyKey: false } as const
