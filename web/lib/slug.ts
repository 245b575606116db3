/** A slug for URLs, with a time stamp at its end so that things of the same name differ. */
export function slugOf(name: string, otherwise: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return `${words || otherwise}-${Date.now().toString(36)}`
}
