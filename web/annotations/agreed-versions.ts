/**
 * Versions of tracks between which nobody here has to be asked: what came of changes made here, or of others' that the
 * person has decided on.
 */
export class AgreedVersions {
  private readonly spans = new Map<string, { from: number; to: number }>()

  add(id: string, from: number, to: number): void {
    const known = this.spans.get(id)
    this.spans.set(id, { from: known?.to === from ? known.from : from, to })
  }

  /** The version to write at for who has seen one. */
  since(id: string, seen: number | undefined): number | undefined {
    const span = this.spans.get(id)
    return span && seen !== undefined && span.from <= seen && seen < span.to ? span.to : seen
  }
}
