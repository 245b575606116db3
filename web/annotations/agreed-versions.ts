/**
 * For each track, a range of versions in which every change is either the user's own or one that the user chose to
 * overwrite in a conflict. A write based on a version in the range may go to its end without asking again.
 */
export class AgreedVersions {
  private readonly spans = new Map<string, { from: number; to: number }>()

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
