/** Ids of deleted rows by the name of the GraphQL type that shows them. */
export type DeletedIds = Map<string, Set<string>>

/**
 * Records ids of deleted rows, if the request collects them. To be called after the transaction of the deletion,
 * because a transaction may run several times.
 */
export function noteDeleted(ctx: { deleted?: DeletedIds }, type: string, ids: readonly string[]): void {
  if (!ctx.deleted || ids.length === 0) return
  const noted = ctx.deleted.get(type) ?? new Set()
  for (const id of ids) noted.add(id)
  ctx.deleted.set(type, noted)
}

/** Records the result of a statement that returns the ids of everything it deleted, by type. */
export function noteAllDeleted(
  ctx: { deleted?: DeletedIds },
  deleted: Readonly<Record<string, readonly string[]>> | null | undefined,
): void {
  for (const [type, ids] of Object.entries(deleted ?? {})) noteDeleted(ctx, type, ids)
}
