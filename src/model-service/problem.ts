/** An answer other than 200: `status` and the text that becomes `{detail}`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail)
  }
}
