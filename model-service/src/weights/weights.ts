/** What loading a model took, and the memory that it holds. */
export interface LoadFacts {
  milliseconds: number
  /** Bytes of memory that the weights take, in all threads that hold them together. */
  bytes: number
}

/** A model whose weights are held in memory while it works. */
export interface Weights {
  /** Largest number of bytes that it takes, in all its threads together. */
  readonly mostBytes: number
  /** Loads the weights unless they are there. */
  warmUp(): Promise<LoadFacts>
  /** What loading took and the memory held; undefined before the first load. */
  facts(): LoadFacts | undefined
  /** Ends the threads and frees the memory. */
  close(): Promise<void>
}
