import { CommandError } from './remote.js'

/** The options of an export of agreement alone, by the names of the parameters. */
export const agreementOptions = {
  minIou: { option: 'min-iou', description: 'The tube IoU from which two tracks can be matched.' },
  step: { option: 'step', description: 'Compare only the frames whose number it divides.' },
  from: { option: 'from', description: 'First frame to compare.' },
  to: { option: 'to', description: 'Last frame to compare.' },
}

/**
 * Returns the path and query of the export of agreement for parsed options. Throws CommandError without one video and
 * two personas, and for options that this export does not take.
 */
export function agreementUrl(values: Readonly<Record<string, unknown>>): string {
  const lists = values as Readonly<Record<string, string[] | undefined>>
  const [videoId, ...others] = lists['video'] ?? []
  const personaIds = lists['persona']?.join(',') ?? ''
  if (videoId === undefined || others.length || !personaIds.includes(','))
    throw new CommandError('--file agreement needs one --video and at least two --persona', 2)
  for (const name of ['format', 'scope', 'project', 'type', 'interpolated', 'invisible', 'resume'])
    if (values[name]) throw new CommandError(`--file agreement takes no --${name}`, 2)
  const query = new URLSearchParams({ videoId, personaIds })
  if (lists['review']) query.set('reviewState', lists['review'].join(','))
  for (const [name, { option }] of Object.entries(agreementOptions)) {
    const value = values[option]
    if (typeof value === 'string') query.set(name, value)
  }
  return `/api/export/agreement?${query.toString()}`
}

/** Throws CommandError for an option that only the export of agreement takes. */
export function refuseAgreementOptions(values: Readonly<Record<string, unknown>>): void {
  for (const { option } of Object.values(agreementOptions))
    if (values[option] !== undefined) throw new CommandError(`--${option} is for --file agreement`, 2)
}
