import { v5 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, missingId, types } from '../support/workspace.js'
import { exportLines, importLines, previewLines, readVideo, withFile } from './support.js'

let api: TestApi
let ann: Person
let videoId: string

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  ann = await api.person()
  videoId = await readVideo(api)
})

type Box = [frame: number, left: number, top: number, right: number, bottom: number, more?: string]

/** A box as CVAT writes it; `more` are attributes that replace the usual ones. */
function boxText([frame, left, top, right, bottom, more = '']: Box): string {
  const usual = Object.entries({ outside: '0', occluded: '0', keyframe: '1', z_order: '0' })
    .filter(([name]) => !more.includes(`${name}=`))
    .map(([name, value]) => `${name}="${value}"`)
  const corners = `xtl="${left.toFixed(2)}" ytl="${top.toFixed(2)}" xbr="${right.toFixed(2)}" ybr="${bottom.toFixed(2)}"`
  return `    <box frame="${frame}" ${usual.join(' ')} ${corners} ${more}>\n    </box>\n`
}

const track = (label: string, boxes: readonly Box[], more = 'source="manual"') =>
  `  <track id="0" label="${label}" ${more}>\n${boxes.map(boxText).join('')}  </track>\n`

/** A file as CVAT writes it for a task with one video. */
const file = (tracks: string, filename = `${videoId}.mp4`) => `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta>
    <task>
      <id>7</id>
      <name>ferries</name>
      <size>250</size>
      <mode>interpolation</mode>
      <overlap>5</overlap>
      <bugtracker></bugtracker>
      <created>2024-05-02 09:00:00.000000+00:00</created>
      <updated>2024-05-03 09:00:00.000000+00:00</updated>
      <subset>default</subset>
      <start_frame>0</start_frame>
      <stop_frame>249</stop_frame>
      <frame_filter></frame_filter>
      <segments><segment><id>7</id><start>0</start><stop>249</stop><url>https://cvat.example/api/jobs/7</url></segment></segments>
      <owner><username>ben</username><email>ben@example.com</email></owner>
      <assignee></assignee>
      <labels>
        <label>
          <name>Ship</name>
          <color>#2080c0</color>
          <type>any</type>
          <attributes>
            <attribute><name>colour</name><mutable>True</mutable><input_type>text</input_type><default_value></default_value><values></values></attribute>
          </attributes>
        </label>
      </labels>
      <original_size><width>640</width><height>360</height></original_size>
      <source>${filename}</source>
    </task>
    <dumped>2024-05-03 10:00:00.000000+00:00</dumped>
  </meta>
${tracks}</annotations>
`

const annotations = async (who = ann) => (await exportLines(who)).filter(({ type }) => type === 'annotation')
/** The data of the annotations with these labels; annotations of one import are in no order of their own. */
const labelled = async (...labels: string[]) => {
  const all = await annotations()
  return labels.map((label) => all.find(({ data }) => data.label === label)?.data)
}
const kept = (frameNumber: number, x: number, y: number, width: number, height: number, more = {}) => ({
  ...{ frameNumber, x, y, width, height, isKeyframe: true },
  ...more,
})

/** Attributes of different names, of so many characters in all. */
const manyAttributes = (length: number) =>
  Array.from({ length: Math.ceil(length / 40) }, (_, i) => `<attribute name="a${i}">v${i}</attribute>`.padEnd(40)).join(
    '',
  )

describe('an import of a file of CVAT for video', () => {
  it('makes an annotation of each track, on the video with the name of its file, and finds types by their names', async () => {
    const { id: personaId } = await made(
      ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }),
    )
    await made(ann.put(`/api/personas/${personaId}/ontology`, types))
    const text = file(
      track('Ship', [
        [0, 10, 20, 40, 60],
        [10, 30, 20, 60, 60.5],
      ]) + track('Gull', [[5, 0, 0, 1, 1, 'occluded="1" z_order="3"']], 'source="auto"'),
    )
    const preview = await previewLines(ann, text)
    expect(preview.body).toMatchObject({ success: true, counts: { annotations: 2, totalKeyframes: 3 } })
    expect(await annotations()).toEqual([])
    const { body } = await importLines(ann, text, {
      target: { personaId },
      conflictResolution: { missingDependencies: 'create-placeholder' },
    })
    expect(body).toMatchObject({ success: true, summary: { totalLines: 2, importedItems: { annotations: 2 } } })
    expect(body.warnings).toEqual([
      expect.objectContaining({ line: text.slice(0, text.indexOf('label="Gull"')).split('\n').length }),
    ])
    const [ship, gull] = await labelled('ship', 'Gull')
    expect(ship).toMatchObject({
      ...{ videoId, personaId, annotationType: 'type', source: 'manual', confidence: 1 },
      typeAssignment: { typeId: 'ship', typeName: 'Ship' },
      boundingBoxSequence: {
        interpolationMode: 'linear',
        boxes: [kept(0, 10, 20, 30, 40), kept(10, 30, 20, 30, 40.5)],
      },
    })
    expect(gull).toMatchObject({ source: 'auto', typeAssignment: { typeId: 'Gull' } })
    expect(gull.boundingBoxSequence.boxes).toEqual([kept(5, 0, 0, 1, 1, { occluded: true, zOrder: 3 })])
  })

  it('leaves out the boxes that CVAT computes, and keeps gaps, ends, attributes and boxes that lie elsewhere', async () => {
    const computed = 'keyframe="0"'
    const red =
      '\n      <attribute name="colour">red &amp; "blue"</attribute>\n      <attribute name="__proto__">x</attribute>'
    const text = file(
      track('Ship', [
        [0, 0, 0, 10, 10],
        [1, 3.33, 0, 13.33, 10, computed],
        [2, 6.67, 0, 16.67, 10, computed],
        [3, 10, 0, 20, 10],
        [4, 14, 0, 24, 10, computed],
        [5, 99, 0, 109, 10, computed],
        [6, 22, 0, 32, 10, computed],
        [7, 26, 0, 36, 10, 'outside="1"'],
        [8, 26, 0, 36, 10, 'outside="1" keyframe="0"'],
        [9, 30, 0, 40, 10],
        [10, 30, 0, 40, 10, computed],
        [11, 30, 0, 40, 10, computed],
        [12, 30, 0, 40, 10, 'outside="1"'],
      ]) +
        track('Open', [[0, 0, 0, 1, 1]]).replace('>\n    </box>', `>${red}\n    </box>`) +
        track('Long', [
          [0, 0, 0, 1, 1],
          [20, 0, 0, 1, 1, 'outside="1"'],
        ]),
    )
    expect((await importLines(ann, text)).body).toMatchObject({ success: true, summary: { failedLines: 0 } })
    const [ship, open, long] = (await labelled('Ship', 'Open', 'Long')).map((one) => one.boundingBoxSequence.boxes)
    expect(ship).toEqual([
      kept(0, 0, 0, 10, 10),
      kept(3, 10, 0, 10, 10),
      kept(5, 99, 0, 10, 10, { isKeyframe: false }),
      kept(7, 26, 0, 10, 10, { visible: false }),
      kept(9, 30, 0, 10, 10),
      kept(11, 30, 0, 10, 10),
    ])
    expect(JSON.stringify(open[0].attributes)).toBe('{"colour":"red & \\"blue\\"","__proto__":"x"}')
    expect(long).toEqual([kept(0, 0, 0, 1, 1), kept(20, 0, 0, 1, 1, { visible: false })])
  })

  it('has a line in the report for each track and image that annotations cannot hold, and imports the rest', async () => {
    const polygon =
      '<polygon frame="3" outside="0" occluded="0" keyframe="1" points="1,1;2,2;3,1" z_order="0"></polygon>'
    const text = file(
      [
        track('Ship', [[0, 1, 1, 2, 2]]),
        `  <track id="1" label="Wave" source="manual">\n    ${polygon}\n  </track>\n`,
        track('Turned', [[0, 1, 1, 2, 2, 'rotation="30.00"']]),
        track('Flat', [[0, 1, 1, 1, 2]]),
        '  <image id="0" name="frame_000000" width="640" height="360">\n  </image>\n',
        '  <image id="1" name="frame_000001" width="640" height="360">\n    <points label="Gull" points="1,1"></points>\n  </image>\n',
      ].join(''),
    )
    const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split('\n').length
    const { body } = await importLines(ann, text)
    expect(body.summary).toMatchObject({ totalLines: 5, importedItems: { annotations: 1 }, failedLines: 0 })
    expect(body.summary.skippedItems.annotations).toBe(4)
    const only = 'only upright boxes are taken'
    expect(body.warnings.filter((one: any) => one.line > 0 && one.type !== 'single_keyframe')).toEqual([
      {
        line: lineOf('label="Wave"'),
        type: 'unsupported_shape',
        message: `Not imported: the track "Wave" has a shape of the kind polygon on frame 3; ${only}`,
      },
      {
        line: lineOf('label="Turned"'),
        type: 'unsupported_shape',
        message: `Not imported: the track "Turned" has a box that is turned by 30.00 degrees on frame 0; ${only}`,
      },
      { line: lineOf('label="Flat"'), type: 'invalid_sequence', message: 'Box at frame 0 has a non-positive size' },
      {
        line: lineOf('name="frame_000001"'),
        type: 'unsupported_shape',
        message: `Not imported: the image frame_000001 has shapes of its own (1), as in files of CVAT for images; ${only}`,
      },
    ])
    const strict = await importLines(await api.person(), text, { validation: { strictMode: true } })
    expect(strict.body).toMatchObject({ success: false, summary: { importedItems: { annotations: 0 } } })
  })

  it('gives lines numbers of their own where tracks begin on one line', async () => {
    const text = file(track('Ship', [[0, 1, 1, 1, 2]]) + track('Gull', [[0, 1, 1, 1, 2]])).replaceAll('\n', ' ')
    const { body } = await importLines(ann, text)
    expect(body.warnings.map(({ line }: { line: number }) => line)).toEqual([0, 1, 2])
  })

  it('finds its own annotations when the file is imported again, but not those of others', async () => {
    const same = track('Ship', [[0, 1, 1, 2, 2]])
    const text = file(same + same + track('Ship', [[0, 5, 5, 7, 7]]))
    const ids = async (who: Person) => (await annotations(who)).map(({ data }) => data.id).sort()
    expect((await importLines(ann, text)).body.summary.importedItems.annotations).toBe(3)
    const before = await ids(ann)
    const again = (await importLines(ann, text)).body
    expect(again.summary.importedItems.annotations).toBe(0)
    expect(again.conflicts.map(({ type }: { type: string }) => type)).toEqual(Array(3).fill('duplicate-sequence'))
    expect(await ids(ann)).toEqual(before)
    const ben = await api.person()
    expect((await importLines(ben, text)).body).toMatchObject({
      conflicts: [],
      summary: { importedItems: { annotations: 3 } },
    })
    expect((await ids(ben)).filter((id) => before.includes(id))).toEqual([])
  })

  it('takes a track of tens of thousands of boxes in any order, with an id that stays', async () => {
    const boxes = Array.from({ length: 30_000 }, (_, i): Box => [(i * 7919) % 30_000, i % 50, 0, 60, 10])
    const text = file(track('Long', boxes))
    for (const items of [1, 0]) {
      const { body } = await importLines(ann, text, { conflictResolution: { duplicateIds: 'skip' } })
      expect(body.summary.importedItems.annotations).toBe(items)
    }
    const [long] = await labelled('Long')
    const numbers = long.boundingBoxSequence.boxes.map((box: any) => box.frameNumber)
    expect(numbers).toEqual(Array.from(boxes, (_, i) => i))
    const id = v5(
      JSON.stringify([
        ...[ann.id, videoId, null, 'Long'],
        { interpolationMode: 'linear', boxes: long.boundingBoxSequence.boxes },
      ]),
      '6f4a1c0e-8f5b-4f0e-9d53-0b6f6f1c9a27',
    )
    expect(long.id).toBe(id)
  })

  it('takes the video and the persona from the options, and refuses those that the caller cannot see', async () => {
    const text = file(track('Ship', [[0, 1, 1, 2, 2]]), 'elsewhere.mp4')
    const refused = await importLines(ann, text)
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.body.message).toContain('"elsewhere.mp4"')
    expect((await ann.get('/api/import/history')).body.total).toBe(0)
    const nameless = text.replace(/<source>.*<\/source>/, '')
    expect((await importLines(ann, nameless)).body.message).toContain('does not say of which video it is')
    const { id: foreign } = await made(
      (await api.person()).post('/api/personas', { name: 'Other', role: 'r', informationNeed: 'i' }),
    )
    for (const target of [
      { videoId: 'nowhere' },
      { videoId, personaId: missingId },
      { videoId, personaId: foreign },
      { videoId: '' },
      { personaId: 'x' },
      { video: videoId },
    ])
      expect([target, (await importLines(ann, text, { target })).status]).toEqual([target, 400])
    expect((await importLines(ann, text, { target: { videoId } })).body.summary.importedItems.annotations).toBe(1)
    expect((await annotations())[0].data).toMatchObject({ videoId, personaId: null, label: 'Ship' })
  })

  it('of several tasks puts each track on the video of its task', async () => {
    const other = await readVideo(api)
    const tasks = [videoId, other].map((id, i) => `<task><id>${i + 1}</id><source>${id}.mp4</source></task>`).join('')
    const text = file('').replace(/<task>.*<\/task>/s, `<project><id>1</id><tasks>${tasks}</tasks></project>`)
    const tracks = [2, 1].map((id) => track('Ship', [[0, id, 1, 9, 9]], `task_id="${id}"`)).join('')
    const { body } = await importLines(ann, text.replace('</annotations>', `${tracks}</annotations>`))
    expect(body.summary.importedItems.annotations).toBe(2)
    const places = (await annotations()).map(({ data }) => [data.videoId, data.boundingBoxSequence.boxes[0].x])
    expect(new Map(places as [string, number][])).toEqual(
      new Map([
        [videoId, 1],
        [other, 2],
      ]),
    )
  })

  it('gives tracks the numbers that are their ids in the file', async () => {
    const other = await readVideo(api)
    const tracks = [4, 0, 'seven', 2].map((id, i) => track('Ship', [[0, i, 1, 9, 9]]).replace('id="0"', `id="${id}"`))
    const { body } = await importLines(ann, file(tracks.join(''), `${other}.mp4`))
    expect(body.summary.importedItems.annotations).toBe(4)
    const there = (await annotations()).filter(({ data }) => data.videoId === other)
    const numbers = there.map(({ data }) => [data.boundingBoxSequence.boxes[0].x, data.number] as const)
    expect(numbers.sort(([a], [b]) => a - b).map(([, number]) => number)).toEqual([4, 5, 6, 2])
  })

  it('goes through GraphQL as well, and through the option `format`', async () => {
    const mutation = `mutation ($file: Upload!, $options: JSONObject) { importFile(input: { file: $file, options: $options }) { report {
      success summary { importedItems { annotations } } } } }`
    const text = `\n  ${file(track('Ship', [[0, 1, 1, 2, 2]])).slice('<?xml version="1.0" encoding="utf-8"?>'.length)}`
    const { data } = await withFile(ann, mutation, text, { format: 'cvat' })
    expect(data.importFile.report).toEqual({ success: true, summary: { importedItems: { annotations: 1 } } })
    const asLines = await importLines(ann, text, { format: 'ndjson' })
    expect([asLines.status, asLines.body.code]).toEqual([400, 'PARSE_ERROR'])
    const asCvat = await importLines(ann, JSON.stringify({ type: 'video', data: {} }), { format: 'cvat' })
    expect([asCvat.status, asCvat.body.code, asCvat.body.line]).toEqual([400, 'PARSE_ERROR', 1])
    expect((await importLines(ann, text, { format: 'coco' })).body.message).toBe(
      'options.format must be one of ndjson, cvat, mot',
    )
  })
})

describe('an import of hostile or broken XML', () => {
  const root = (inside: string) => `<annotations>\n${inside}</annotations>`
  const cases: [what: string, text: string, line: number, message: string][] = [
    ['is not closed', '<annotations>\n<meta>', 2, 'unclosed tag: meta'],
    ['has another root', '<svg>\n</svg>', 1, 'the root of a file of CVAT is annotations, not svg'],
    [
      'defines entities',
      `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<annotations>&b;</annotations>`,
      1,
      'a document type is not taken',
    ],
    ['reads files', `<!DOCTYPE a SYSTEM "file:///etc/passwd">\n<annotations/>`, 1, 'a document type is not taken'],
    ['uses an entity', root('<track label="&xxe;"/>'), 2, 'undefined entity'],
    ['is deep', root('<a>'.repeat(100_000)), 2, 'elements are nested more than 32 deep'],
    ['has a huge attribute', root(`<track label="${'x'.repeat(2_000_000)}"/>`), 2, 'longer than 1048576 characters'],
    ['has a huge text', root(`<meta>${'x'.repeat(2_000_000)}</meta>`), 2, 'longer than 1048576 characters'],
    [
      'has a box with millions of attributes',
      root(
        `<track label="a">\n<box frame="0" xtl="0" ytl="0" xbr="1" ybr="1">${manyAttributes(1_100_000)}</box></track>`,
      ),
      3,
      'a box is longer than 1048576 characters',
    ],
    ['has a huge comment', root(`<!--${'x'.repeat(2_000_000)}-->`), 2, 'longer than 1048576 characters'],
    ['repeats an attribute', root('<track label="a" label="b"/>'), 2, 'duplicate attribute: label'],
    ['has no characters', root('<track label="&#xD800;"/>'), 2, 'malformed character entity'],
    ['has NUL', root('<track label="&#0;"/>'), 2, 'malformed character entity'],
    ['is in another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>\n<annotations/>`, 1, 'not in UTF-8'],
  ]

  it.each(cases)('that %s is refused with the line, and imports nothing', async (_what, text, line, message) => {
    const before = track('Ship', [[0, 1, 1, 2, 2]])
    const whole = text.includes('<annotations>\n')
      ? text.replace('<annotations>\n', `<annotations>${before.trim().replaceAll('\n', ' ')}\n`)
      : text
    const { status, body } = await importLines(ann, whole, { target: { videoId } })
    expect([status, body.code, body.line]).toEqual([400, 'PARSE_ERROR', line])
    expect(body.message).toContain(message)
    expect(await annotations()).toEqual([])
    expect((await ann.get('/api/import/history')).body.total).toBe(0)
  })

  it('that is not valid UTF-8 is refused, and an empty file of CVAT is imported as nothing', async () => {
    const bytes = Buffer.from(root('<track label="\xe9"/>'), 'latin1')
    const { status, body } = await importLines(ann, new Blob([bytes]), { target: { videoId } })
    expect([status, body.message]).toEqual([400, 'Failed to parse line 1: is not valid UTF-8'])
    expect((await importLines(ann, '\ufeff<annotations/>')).body).toMatchObject({
      success: true,
      summary: { totalLines: 0 },
    })
    expect((await importLines(ann, '', { format: 'cvat' })).status).toBe(400)
  })
})
