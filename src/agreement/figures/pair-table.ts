import { longer } from '../../lib/longer.js'

/**
 * Numbers for pairs of tracks that were met: an open hash table, because a look-up is needed for each pair of boxes of
 * each frame (a Map needs five times as long).
 */
export class PairTable {
  size = 0
  first = new Int32Array(256)
  second = new Int32Array(256)
  /** The pair in each slot of the table, counted from 1; 0 if the slot is free. */
  private slots = new Int32Array(1024)

  /** Returns the number of a pair, which is new if `size` has grown. */
  numberOf(first: number, second: number): number {
    const mask = this.slots.length - 1
    let slot = hash(first, second) & mask
    for (let pair = this.slots[slot]!; pair > 0; pair = this.slots[slot]!) {
      if (this.first[pair - 1] === first && this.second[pair - 1] === second) return pair - 1
      slot = (slot + 1) & mask
    }
    if (this.size === this.first.length) this.grow()
    this.first[this.size] = first
    this.second[this.size] = second
    this.size += 1
    if (4 * this.size > this.slots.length) this.rehash()
    else this.slots[slot] = this.size
    return this.size - 1
  }

  private grow(): void {
    this.first = longer(this.first)
    this.second = longer(this.second)
  }

  private rehash(): void {
    this.slots = new Int32Array(4 * this.slots.length)
    const mask = this.slots.length - 1
    for (let pair = 0; pair < this.size; pair++) {
      let slot = hash(this.first[pair]!, this.second[pair]!) & mask
      while (this.slots[slot]! > 0) slot = (slot + 1) & mask
      this.slots[slot] = pair + 1
    }
  }
}

/** Mixes two numbers into one of 32 bits (the finalizer of MurmurHash3). */
function hash(first: number, second: number): number {
  let h = Math.imul(first, 0x9e3779b1) ^ second
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Sums by pair, which grow with the table. */
export class Sums {
  values: Float64Array

  constructor(
    pairs = 256,
    private readonly width = 1,
  ) {
    this.values = new Float64Array(pairs * width)
  }

  add(pair: number, value: number, column = 0): void {
    const at = pair * this.width + column
    if (at >= this.values.length) this.values = longer(this.values)
    this.values[at]! += value
  }

  of(pair: number, column = 0): number {
    return this.values[pair * this.width + column] ?? 0
  }
}

/** Returns the sum of numbers. */
export const totalOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
