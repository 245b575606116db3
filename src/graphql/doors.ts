// The extensions of the fields of Query and Mutation, which the checks before an operation read.

/** The extension of a field of Query or Mutation that requires the same token scopes as the route. */
export const asRoute = (route: string) => ({ route }) as const

/**
 * The extension of a mutation that works without an actor, like the REST routes that read the session cookie
 * themselves: it also runs if the default user of single-user mode is missing (AM-03).
 */
export const withoutActor = { actor: false } as const

/**
 * The extension of a mutation that ignores Idempotency-Keys, because it is slow, works on files, returns a secret that
 * must not be stored, or counts attempts that must remain counted if it is refused.
 */
export const withoutKey = { idempotencyKey: false } as const

/** The extension of a mutation whose input has parameters of the route under other names, for `details` of errors. */
export const sentAs = (names: Readonly<Record<string, string>>) => ({ sentAs: names }) as const
