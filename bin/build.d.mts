export const root: string
export function isStale(): boolean
export function buildAll(): Promise<void>
