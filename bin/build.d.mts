export const root: string
export function isStale(): boolean
export function buildAll(options?: {
  withDesk?: boolean
  withGraphiql?: boolean
  say?: (step: string) => void
}): Promise<void>
