import { pathsOfAll, type PathsOf } from './values.js'

/** The distinct values at many places of the answer, and the index of the value at each place. */
export class Distinct {
  readonly values: unknown[] = []
  /** The index of the value at each place; -1 for a place without a value. */
  readonly indexes: Int32Array
  private readonly indexOf = new Map<unknown, number>()

  constructor(places: number) {
    this.indexes = new Int32Array(places).fill(-1)
  }

  add(value: unknown, place: number): void {
    let index = this.indexOf.get(value)
    if (index === undefined) this.indexOf.set(value, (index = this.values.push(value) - 1))
    this.indexes[place] = index
  }

  /** Returns the function for the paths of a value at all its places, which are searched only to report an error. */
  pathsOf(pathsOfPlace: PathsOf): PathsOf {
    return (index) => {
      const places: number[] = []
      for (let place = 0; place < this.indexes.length; place++) if (this.indexes[place] === index) places.push(place)
      return pathsOfAll(places, pathsOfPlace)
    }
  }
}
