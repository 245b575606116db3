export const root: string
export function isStale(): boolean
export function buildAll(options?: { withDesk?: boolean }): Promise<void>
