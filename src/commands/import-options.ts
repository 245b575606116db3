import { readFile } from 'node:fs/promises'
import { CommandError } from './remote.js'

/** Returns the options that are given as JSON, or as `@` and the name of a file. Throws for anything else. */
export async function readOptions(optionsText: string | undefined): Promise<Record<string, unknown> | undefined> {
  if (optionsText === undefined) return undefined
  const text = optionsText.startsWith('@') ? await readFile(optionsText.slice(1), 'utf8') : optionsText
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new CommandError('--options is not valid JSON', 2)
  }
}

/** Returns the names of the lines of a file by their numbers, from 1. */
export async function labelsOf(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, 'utf8')).replace(/^\ufeff/, '').split(/\r?\n/)
  return Object.fromEntries(lines.flatMap((name, i) => (name.trim() ? [[String(i + 1), name.trim()]] : [])))
}

/** Returns the options together with those that other arguments set. */
export function withTarget(
  options: Record<string, unknown> | undefined,
  {
    format,
    video: videoId,
    persona: personaId,
    labels,
  }: { format?: string; video?: string; persona?: string; labels?: object | undefined },
): Record<string, unknown> | undefined {
  const target = {
    ...(videoId !== undefined && { videoId }),
    ...(personaId !== undefined && { personaId }),
    ...(labels !== undefined && { labels }),
  }
  const more = { ...(format !== undefined && { format }), ...(Object.keys(target).length && { target }) }
  return Object.keys(more).length ? { ...options, ...more } : options
}
