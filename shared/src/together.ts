type Acts<T extends readonly unknown[]> = { [K in keyof T]: (signal: AbortSignal) => Promise<T[K]> }

/**
 * Like Promise.all, but if one act fails the others are aborted, and all have ended before this rejects. `signal`
 * aborts all of them.
 */
export async function together<const T extends readonly unknown[]>(
  signal: AbortSignal,
  acts: Acts<T>,
): Promise<{ -readonly [K in keyof T]: T[K] }> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const running = (acts as readonly ((signal: AbortSignal) => Promise<unknown>)[]).map(async (act) => act(either))
  try {
    return (await Promise.all(running)) as { -readonly [K in keyof T]: T[K] }
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled(running)
    throw error
  }
}
