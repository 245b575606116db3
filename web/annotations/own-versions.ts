/**
 * For each track, a range of versions in which every change is the user's own. A write that is based on a version in
 * the range overwrites nothing of others at its end.
 */
export class OwnVersions {
  private readonly spans = new Map<string, { from: number; to: number }>()

  /** Notes a change of the user from one version to the next. */
  add(id: string, from: number, to: number): void {
    const span = this.spans.get(id)
    this.spans.set(id, { from: span?.to === from ? span.from : from, to })
  }

  /** Returns the version to send with a write that is based on version `seen`: the end of its range, or else `seen`. */
  since(id: string, seen: number | undefined): number | undefined {
    const span = this.spans.get(id)
    return span && seen !== undefined && span.from <= seen && seen < span.to ? span.to : seen
  }
}
