/** Mean and covariance of a position and its speed. */
interface State {
  position: number
  speed: number
  /** Variance of the position, covariance of position and velocity, variance of the velocity. */
  pp: number
  ps: number
  ss: number
}

interface Step {
  /** Seconds since the previous step. */
  seconds: number
  predicted: State
  filtered: State
}

/**
 * A coordinate that moves at an almost constant velocity and is measured with noise: the Kalman filter of the
 * constant-velocity model with white-noise acceleration, and the Rauch-Tung-Striebel smoother over all its steps
 * (Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and Navigation, chapters 6 and 8).
 */
export class MovingNumber {
  private state: State
  private readonly steps: Step[]

  /**
   * @param start first measurement
   * @param noise standard deviation of that measurement, in the unit of `start`
   * @param acceleration standard deviation of the acceleration, in that unit per second squared
   */
  constructor(
    start: number,
    noise: number,
    private readonly acceleration: number,
  ) {
    // The velocity is still unknown: its standard deviation is twenty times the noise per second.
    this.state = { position: start, speed: 0, pp: noise ** 2, ps: 0, ss: (20 * noise) ** 2 }
    this.steps = [{ seconds: 0, predicted: this.state, filtered: this.state }]
  }

  get position(): number {
    return this.state.position
  }

  /**
   * Advances by some seconds: predicts position and velocity with their covariance. A measurement always belongs to the
   * latest prediction.
   */
  predict(seconds: number): void {
    const { position, speed, pp, ps, ss } = this.state
    const q = this.acceleration ** 2
    this.state = {
      position: position + speed * seconds,
      speed,
      pp: pp + 2 * seconds * ps + seconds ** 2 * ss + (q * seconds ** 4) / 4,
      ps: ps + seconds * ss + (q * seconds ** 3) / 2,
      ss: ss + q * seconds ** 2,
    }
    this.steps.push({ seconds, predicted: this.state, filtered: this.state })
  }

  /** Adds a measurement whose standard deviation is `noise`. */
  measure(value: number, noise: number): void {
    const { position, speed, pp, ps, ss } = this.state
    const gain = { position: pp / (pp + noise ** 2), speed: ps / (pp + noise ** 2) }
    const surprise = value - position
    this.state = {
      position: position + gain.position * surprise,
      speed: speed + gain.speed * surprise,
      pp: (1 - gain.position) * pp,
      ps: (1 - gain.position) * ps,
      ss: ss - gain.speed * ps,
    }
    this.steps.at(-1)!.filtered = this.state
  }

  /** Returns the smoothed positions, given all measurements: the start, then one per prediction. */
  smoothed(): number[] {
    const positions = new Array<number>(this.steps.length)
    let later = this.steps.at(-1)!.filtered
    positions[positions.length - 1] = later.position
    for (let at = this.steps.length - 2; at >= 0; at -= 1) {
      const { filtered } = this.steps[at]!
      const { seconds, predicted } = this.steps[at + 1]!
      later = smoothedBefore(filtered, predicted, later, seconds)
      positions[at] = later.position
    }
    return positions
  }
}

/**
 * Computes one backward step of the smoother: the gain C = P F' / P', then mean and covariance corrected by the later
 * ones.
 */
function smoothedBefore(filtered: State, predicted: State, later: State, seconds: number): State {
  const determinant = predicted.pp * predicted.ss - predicted.ps ** 2
  if (!(determinant > 0)) return filtered
  // P F': the covariance of the current state with the predicted one.
  const a = filtered.pp + seconds * filtered.ps
  const b = filtered.ps
  const c = filtered.ps + seconds * filtered.ss
  const d = filtered.ss
  const gain = {
    pp: (a * predicted.ss - b * predicted.ps) / determinant,
    ps: (b * predicted.pp - a * predicted.ps) / determinant,
    sp: (c * predicted.ss - d * predicted.ps) / determinant,
    ss: (d * predicted.pp - c * predicted.ps) / determinant,
  }
  const moved = { position: later.position - predicted.position, speed: later.speed - predicted.speed }
  const change = { pp: later.pp - predicted.pp, ps: later.ps - predicted.ps, ss: later.ss - predicted.ss }
  const row = (p: number, s: number) => ({ p: p * change.pp + s * change.ps, s: p * change.ps + s * change.ss })
  const first = row(gain.pp, gain.ps)
  const second = row(gain.sp, gain.ss)
  return {
    position: filtered.position + gain.pp * moved.position + gain.ps * moved.speed,
    speed: filtered.speed + gain.sp * moved.position + gain.ss * moved.speed,
    pp: filtered.pp + first.p * gain.pp + first.s * gain.ps,
    ps: filtered.ps + first.p * gain.sp + first.s * gain.ss,
    ss: filtered.ss + second.p * gain.sp + second.s * gain.ss,
  }
}
