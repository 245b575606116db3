/**
 * The slots of one type of job in one worker process, as they are held by people. Jobs may run for hours and are not
 * stopped for others, so one slot always stays free of whoever holds all the rest.
 */
export class RunningSlots {
  private readonly held = new Map<string, number>()
  private last: Promise<unknown> = Promise.resolve()

  /** `perUser` is how many one person holds at most. */
  constructor(private readonly perUser: number) {}

  /** People who hold as many as they may. */
  full(): string[] {
    return [...this.held].filter(([, count]) => count >= this.perUser).map(([userId]) => userId)
  }

  /** One at a time: `take` looks who is full and says for whom a slot is held from now on, by `userId`. */
  enter<T extends { userId: string } | undefined>(take: (full: string[]) => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const taken = await take(this.full())
      if (taken) this.held.set(taken.userId, (this.held.get(taken.userId) ?? 0) + 1)
      return taken
    })
  }

  /** Gives a slot back; `next` sees everything that was held back because of it. */
  leave<T>(userId: string, next: () => Promise<T>): Promise<T> {
    return this.inTurn(() => {
      const left = (this.held.get(userId) ?? 1) - 1
      if (left > 0) this.held.set(userId, left)
      else this.held.delete(userId)
      return next()
    })
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.last.then(act)
    this.last = done.catch(() => undefined)
    return done
  }
}
