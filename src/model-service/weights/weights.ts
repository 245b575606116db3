export interface LoadFacts {
  milliseconds: number
  /** What the weights take in memory, of all threads that have them. */
  bytes: number
}

/** What a model has in memory while it works. */
export interface Weights {
  /** What it takes at most, in all its threads together. */
  readonly mostBytes: number
  /** Loads the weights unless they are there. */
  warmUp(): Promise<LoadFacts>
  /** What loading took and holds; undefined before it was loaded. */
  facts(): LoadFacts | undefined
  /** Gives threads and memory back. */
  close(): Promise<void>
}
