/** An error to be answered with the HTTP code `status` and the body `{detail}`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail)
  }
}
