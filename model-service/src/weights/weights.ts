/** The time and memory that loading a model took. */
export interface LoadFacts {
  milliseconds: number
  /** The memory of the weights in bytes, in all threads together. */
  bytes: number
}

/** A model whose weights are in memory while it works. */
export interface Weights {
  /** The most bytes that it takes, in all its threads together. */
  readonly mostBytes: number
  /** Loads the weights unless they are loaded. */
  warmUp(): Promise<LoadFacts>
  /** Returns the time and memory of loading; undefined before the first load. */
  facts(): LoadFacts | undefined
  /** Ends the threads and frees the memory. */
  close(): Promise<void>
}
