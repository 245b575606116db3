import { pathsOfAll, type PathsOf } from './values.js'

/** The different values among those of many places, each once, and which of them is at each place. */
export class Distinct {
  readonly values: unknown[] = []
  /** The index of the value at each place; -1 where none was added. */
  readonly indexes: Int32Array
  private readonly known = new Map<unknown, number>()

  constructor(places: number) {
    this.indexes = new Int32Array(places).fill(-1)
  }

  add(value: unknown, place: number): void {
    let index = this.known.get(value)
    if (index === undefined) this.known.set(value, (index = this.values.push(value) - 1))
    this.indexes[place] = index
  }

  /** The paths of each value, of all its places. The places are looked for only where an error is reported. */
  pathsOf(pathsOfPlace: PathsOf): PathsOf {
    return (index) => {
      const places: number[] = []
      for (let place = 0; place < this.indexes.length; place++) if (this.indexes[place] === index) places.push(place)
      return pathsOfAll(places, pathsOfPlace)
    }
  }
}
