/** The lowest score of each band that findings are counted in. A score of 1 belongs to the last band. */
const BANDS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const

export interface CalibrationBand {
  /** Least and greatest score of the band. */
  readonly from: number
  readonly to: number
  readonly right: number
  readonly wrong: number
  /** The share of findings in the band that were right; undefined if the band has no findings. */
  readonly share: number | undefined
}

/** Whether scores mean what they say: of findings scored 0.9, nine in ten ought to be right. */
export class Calibration {
  readonly #right = BANDS.map(() => 0)
  readonly #wrong = BANDS.map(() => 0)

  add(score: number, isRight: boolean): void {
    // No rule gives a lower score than the first band has. A derived view may have lowered it: such findings are left out.
    const band = Math.max(
      0,
      BANDS.findLastIndex((from) => score >= from),
    )
    const counts = isRight ? this.#right : this.#wrong
    counts[band] = (counts[band] ?? 0) + 1
  }

  bands(): CalibrationBand[] {
    return BANDS.map((from, index) => {
      const right = this.#right[index] ?? 0
      const wrong = this.#wrong[index] ?? 0
      const share = right + wrong === 0 ? undefined : right / (right + wrong)
      return { from, to: BANDS[index + 1] ?? 1, right, wrong, share }
    })
  }
}
