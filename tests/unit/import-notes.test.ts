import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { groupsOf } from '../../web/exchange/note-groups.js'
import type { Report } from '../../web/exchange/report.js'

// The texts of the desk are those of the browser's language.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: {} })
})

const id = (n: number) => `01a21f72-2bd5-7000-8000-${String(n).padStart(12, '0')}`
const range = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from)
const report = (more: Partial<Report>) => ({ errors: [], conflicts: [], warnings: [], ...more }) as unknown as Report
const sentences = (more: Partial<Report>) => groupsOf(report(more)).map(({ sentence }) => sentence)
const conflict = (line: number, type: string, details: string, resolution: string) => ({
  ...{ line, type, details, resolution },
})

describe('notes on an import', () => {
  it('are one sentence for all lines of which they say the same, with the lines to look at', () => {
    const newIds = range(400).map((n) =>
      conflict(n, 'id-conflict', 'The id is in use; the claim gets a new one', 'regenerate-id'),
    )
    const [group, ...others] = groupsOf(report({ conflicts: newIds }))
    expect(group?.sentence).toBe('400 claims get new ids, because their ids are in use')
    expect(group?.lines.map(({ line }) => line)).toEqual(range(400))
    expect(others).toEqual([])
    expect(sentences({ conflicts: newIds.slice(0, 1) })).toEqual(['1 claim gets a new id, because its id is in use'])
  })

  it('say what becomes of what is here already, apart for each outcome', () => {
    const personas = ['Port', 'Quay'].map((name, n) =>
      conflict(n + 1, 'duplicate-persona', `Persona "${name}" exists`, n ? 'rename' : 'skip'),
    )
    const tracks = [10, 20].flatMap((first) => {
      const details = `Frames ${first} to ${first + 5} overlap an annotation of the same object or track`
      // A preview reports each conflict of an annotation in the words of both contracts.
      return ['overlapping-frames', 'overlapping_frames'].map((type) => conflict(first, type, details, 'split-ranges'))
    })
    const groups = groupsOf(report({ conflicts: [...personas, ...tracks] }))
    expect(groups.map(({ sentence, lines }) => [sentence, ...lines.map(({ detail }) => detail)])).toEqual([
      ['1 persona exists already: skipped', 'Port'],
      ['1 persona exists already: imported under a new name', 'Quay'],
      [
        '2 annotations overlap an existing one of the same object: only free frames are imported',
        ...['frames 10 to 15', 'frames 20 to 25'],
      ],
    ])
  })

  it('count a line once whose missing reference is reported twice, in a preview and in a report', () => {
    const conflicts = range(3).map((n) =>
      conflict(n, 'missing-dependency', `Referenced persona ${id(n)} is missing`, 'skip-item'),
    )
    const inReport = range(3).map((line) => ({
      ...{ line, type: 'missing_reference', message: 'Referenced persona is missing' },
    }))
    const inPreview = inReport.map(({ line, message }) => `Line ${line}: ${message}`)
    for (const warnings of [inReport, inPreview])
      expect(sentences({ conflicts, warnings })).toEqual(['3 lines refer to a persona that is missing: skipped'])
    const errors = inReport.map((one) => ({ ...one, type: 'missing_reference' }))
    expect(sentences({ conflicts, errors })).toEqual(['3 lines refer to a persona that is missing: skipped'])
  })

  it('count what the server counts beyond the lines that it names', () => {
    const repeats = range(200).map((n) => `Line ${n}: Likely repeat of the claim relation ${id(n)}`)
    repeats[199] += '; so are 523 more lines of its kind'
    const [group] = groupsOf(report({ warnings: repeats }))
    expect(group).toMatchObject({
      sentence: '723 claim relations seem to be here already, and are imported a second time',
      unnamed: 523,
    })
    expect(group?.lines.length).toBe(200)
  })

  it('have a sentence for every conflict of the plan', () => {
    const plan = 'src/exchange/import/plan/'
    const code = readdirSync(plan).map((name) => readFileSync(plan + name, 'utf8'))
    const details = code.flatMap((text) =>
      [...text.matchAll(/(?:details|message): '([^']+)'/g)].map(([, said = '']) => said),
    )
    expect(details.length).toBeGreaterThan(12)
    const raw = details.filter((said) => sentences({ conflicts: [conflict(1, '', said, 'skip')] })[0] === said)
    expect(raw).toEqual([])
  })

  it('show no code, whatever the server says, and put errors first', () => {
    const groups = groupsOf(
      report({
        warnings: [
          '480 of 723 lines skipped, 243 imported (id-conflict: 400, missing-dependency: 80)',
          'Line 3: text: must be a text',
          'Line 4: keyframe 12 lies outside',
          'Line 5: keyframe 13 lies outside',
          'Line 6: Not imported: the track "Tug" has a shape of the kind polygon on frame 3; only upright boxes are taken',
        ],
        errors: [{ line: 0, type: 'execution', message: 'The import stopped at line 7' }],
      }),
    )
    expect(groups.map(({ severity, sentence }) => [severity, sentence])).toEqual([
      ['error', 'The import stopped at line 7'],
      ['warning', '480 of 723 lines are skipped, more than are imported'],
      ['warning', 'text: must be a text'],
      ['warning', 'keyframe 12 lies outside (and 1 line like it)'],
      ['warning', '1 track is not imported'],
    ])
    expect(groups.at(-1)?.lines).toEqual([
      {
        ...{
          line: 6,
          detail: 'the track "Tug" has a shape of the kind polygon on frame 3; only upright boxes are taken',
        },
      },
    ])
    expect(JSON.stringify(groups)).not.toMatch(/id-conflict|missing-dependency|execution/)
  })
})
