import { describe, expect, it } from 'vitest'
import { kindOf, type Attribute } from '../../web/personas/attributes.js'
import { copiedTypes } from '../../web/personas/copied-types.js'
import { planOf, type ReadSchema } from '../../web/personas/new-types.js'
import { readCvat } from '../../web/personas/read-cvat.js'
import { readLabelStudio } from '../../web/personas/read-label-studio.js'
import { readList } from '../../web/personas/read-list.js'

/** The types of a text that was read: name, colour, and each attribute with its kind and what else it has. */
function typesOf(read: ReadSchema) {
  if ('fault' in read) throw new Error(`${read.fault.what}: ${read.fault.detail}`)
  return read.types.map(({ name, color = null, attributes = [] }) => [
    name,
    color,
    (attributes as Attribute[]).map((one) => [
      ...[one.name, kindOf(one), one.choices ?? one.defaultValue ?? null, one.perFrame ? 'by frame' : 'whole track'],
      ...(one.choices ? [one.defaultValue ?? null] : []),
    ]),
  ])
}
const faultOf = (read: ReadSchema) => ('fault' in read ? [read.fault.what, read.fault.detail] : undefined)

describe('a list of types', () => {
  it('has a name in each line and a definition behind a tab', () => {
    const types = readList('Ship\tCarries goods\r\n\n  Tug \n\tBarge\nFerry\t\tof people ')
    expect(types).toEqual([
      { name: 'Ship', gloss: [{ type: 'TEXT', content: 'Carries goods' }] },
      { name: 'Tug', gloss: [] },
      { name: 'Barge', gloss: [] },
      { name: 'Ferry', gloss: [{ type: 'TEXT', content: 'of people' }] },
    ])
  })

  it('adds no name that is there already, whatever its case, nor one twice', () => {
    const plan = planOf(readList('ship\nTug\nTUG\nPier'), [{ name: 'Ship' }])
    expect(plan.map(({ type, state }) => [type.name, state])).toEqual([
      ['ship', 'exists'],
      ['Tug', 'new'],
      ['TUG', 'twice'],
      ['Pier', 'new'],
    ])
  })
})

describe('labels of CVAT', () => {
  const attributes = [
    { id: 1, name: 'colour', input_type: 'select', mutable: false, values: ['red', 'blue'], default_value: 'blue' },
    { name: 'pose', input_type: 'radio', mutable: true, values: ['up', ' up ', ''], default_value: 'lying' },
    { name: 'parked', input_type: 'checkbox', mutable: true, values: ['false'], default_value: 'true' },
    { name: 'age', input_type: 'number', mutable: false, values: ['0', '99', '1'], default_value: '7' },
    { name: 'plate', input_type: 'text', mutable: false, values: ['A'], default_value: 'A' },
  ]
  const labels = [
    { name: 'car', id: 3, color: '#FF6037', type: 'any', attributes },
    { name: 'person', color: '#abc', attributes: [], sublabels: [{ name: 'nose' }] },
    { name: 'tree' },
  ]
  const read = [
    [
      ...['car', '#ff6037'],
      [
        ['colour', 'choices', ['red', 'blue'], 'whole track', 'blue'],
        ['pose', 'choices', ['up'], 'by frame', null],
        ['parked', 'flag', true, 'by frame'],
        ['age', 'number', 7, 'whole track'],
        ['plate', 'text', 'A', 'whole track'],
      ],
    ],
    ['person', '#aabbcc', []],
    ['tree', null, []],
  ]

  it('become types with colours and attributes, from a list, a task and a page of the API', () => {
    expect(typesOf(readCvat(JSON.stringify(labels)))).toEqual(read)
    expect(typesOf(readCvat(JSON.stringify({ name: 'Task', labels })))).toEqual(read)
    expect(typesOf(readCvat(JSON.stringify({ count: 3, next: null, results: labels })))).toEqual(read)
    // Older files have the values in one text.
    const older = [{ name: 'car', attributes: [{ ...attributes[0], values: 'red\nblue' }] }]
    expect(typesOf(readCvat(JSON.stringify(older)))[0]![2]).toEqual([read[0]![2]![0]])
  })

  it('are refused by what is wrong with them', () => {
    const faultIn = (labels: unknown) => faultOf(readCvat(JSON.stringify(labels)))
    expect(faultOf(readCvat('[{"name": "car"'))).toEqual(['json', expect.stringMatching(/JSON/)])
    for (const none of [[], {}, null, 5, 'car', { labels: {} }]) expect(faultIn(none)).toEqual(['noLabels', ''])
    for (const nameless of [null, 5, {}, { name: ' ' }, { name: 7 }])
      expect(faultIn([{ name: 'car' }, nameless])).toEqual(['nameless', '2'])
    const withAttribute = (wrong: object) => [{ name: 'car', attributes: [{ ...attributes[0], ...wrong }] }]
    expect(faultIn(withAttribute({ name: '' }))).toEqual(['attribute', 'car'])
    expect(faultIn(withAttribute({ input_type: 'toString' }))).toEqual(['inputType', 'car, colour'])
    expect(faultIn(withAttribute({ values: [' '] }))).toEqual(['values', 'car, colour'])
  })
})

describe('a labelling configuration of Label Studio', () => {
  const xml = `<View>
    <Header value="Ships &amp; boats"/>
    <Video name="video" value="$video"/><VideoRectangle name="box" toName="video"/>
    <Labels name="labels" toName="video">
      <Label value="Ship" background="Navy"/><Label value="Tug" background="#FFA39E" alias="t"/>
      <Label value="Pier"/><Label value="Ship" background="red"/><Label/>
    </Labels>
    <Choices name="load" toName="video" perRegion="true" whenLabelValue="Ship, Tug" required="true">
      <Choice value="empty"/><View><Choice value="full"/></View>
    </Choices>
    <Choices name="weather" toName="video"><Choice value="sun"/></Choices>
    <Choices name="flags" toName="video" perRegion="true" choice="multiple"><Choice value="red"/></Choices>
    <TextArea name="note" toName="video" perRegion="true" whenLabelValue="Pier"/>
  </View>`
  const load = ['load', 'choices', ['empty', 'full'], 'whole track', null]
  const types = [
    ['Ship', '#000080', [load]],
    ['Tug', '#ffa39e', [load]],
    ['Pier', null, [['note', 'text', null, 'whole track']]],
  ]

  it('becomes types with colours, and with the attributes of regions', () => {
    expect(typesOf(readLabelStudio(xml))).toEqual(types)
    expect(typesOf(readLabelStudio(`\n<?xml version="1.0"?>${xml}`.trim()))).toEqual(types)
    expect(typesOf(readLabelStudio(JSON.stringify({ id: 1, title: 'Ships', label_config: xml })))).toEqual(types)
  })

  it('is refused by what is wrong with it', () => {
    expect(faultOf(readLabelStudio('<View><Label value="Ship"></View>'))).toEqual([
      'xml',
      expect.stringMatching(/^1:\d+: /),
    ])
    expect(faultOf(readLabelStudio('Ship, Tug'))).toEqual(['xml', expect.any(String)])
    expect(faultOf(readLabelStudio('{"label_config": '))).toEqual(['json', expect.any(String)])
    for (const none of ['{}', '[]', '[1]', '{"label_config": 5}', '<View/>', '<View><Label value=" "/></View>'])
      expect(faultOf(readLabelStudio(none))).toEqual(['noLabels', ''])
  })
})

describe('copies of the types of another persona', () => {
  const thing = (key: string, name: string, more: object = {}) => ({
    ...{ key, name, gloss: [] },
    document: { key, name, gloss: [], ...more },
  })

  it('keep everything, refine the types of the same names, and refer to where they came from', () => {
    const gloss = [
      { type: 'TEXT', content: 'Pulls ' },
      { type: 'TYPE_REF', content: 'a', refType: 'ENTITY', refPersonaId: null },
      { type: 'TYPE_REF', content: 'x', refType: 'ENTITY', refPersonaId: 'third' },
    ]
    const attributes = [{ name: 'load', type: 'STRING', choices: ['empty'], perFrame: false }]
    const types = [
      thing('a', 'Ship'),
      thing('b', 'Tug', { gloss, attributes, color: '#112233', parentTypeId: 'a', extra: { note: 1 } }),
      thing('c', 'Harbour tug', { parentTypeId: 'b' }),
      thing('d', 'Lost', { parentTypeId: 'gone' }),
    ]
    const to = { types: [thing('s', 'SHIP')], roles: [] }
    const copies = copiedTypes({
      ...{ from: { personaId: 'first', types, roles: [] }, to, rolesOf: undefined },
      copyKey: (key) => `copy of ${key}`,
    })
    expect(copies).toMatchObject([{ name: 'Ship' }, {}, { parentTypeId: 'copy of b' }, { name: 'Lost' }])
    expect(copies[1]).toEqual({
      ...{ key: 'copy of b', name: 'Tug', attributes, color: '#112233', parentTypeId: 's', extra: { note: 1 } },
      gloss: [gloss[0], { ...gloss[1], refPersonaId: 'first' }, gloss[2]],
    })
    expect(copies[3]).not.toHaveProperty('parentTypeId')
    expect(planOf(copies, to.types).map(({ state }) => state)).toEqual(['exists', 'new', 'new', 'new'])
  })
})
