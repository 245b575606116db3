/** Runs `act` with the process set to this time zone. */
export async function inZone<T>(zone: string, act: () => T | Promise<T>): Promise<T> {
  const own = process.env['TZ']
  process.env['TZ'] = zone
  try {
    return await act()
  } finally {
    if (own === undefined) delete process.env['TZ']
    else process.env['TZ'] = own
  }
}
