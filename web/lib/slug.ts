/** Returns a slug for URLs, which ends with a time stamp so that equal names have different slugs. */
export function slugOf(name: string, otherwise: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return `${words || otherwise}-${Date.now().toString(36)}`
}
