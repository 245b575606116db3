export function startReading(url: string, cookie: string, pauseMs?: number): Promise<{ stop(): Promise<number[]> }>
