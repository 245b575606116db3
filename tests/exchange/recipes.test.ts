import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf } from '../pages/blocks.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, unique } from '../support/workspace.js'
import { exportText, readVideo } from './support.js'

// Runs the recipes of docs/formats.md with what the Python of this machine has: PARALLAX_TEST_PYTHON, else python3.

const interpreters = [process.env['PARALLAX_TEST_PYTHON'], 'python3', '/usr/bin/python3'].filter(
  (one) => one !== undefined,
)
/** A Python that has the package; undefined if none has. */
const pythonWith = (name: string) =>
  interpreters.find((one) => spawnSync(one, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0)

let api: TestApi
let owner: Person
let projectId: string
let videoId: string
let folder: string
let text: string

beforeAll(async () => {
  api = await startApi()
  owner = await api.person()
  folder = mkdtempSync(join(tmpdir(), 'parallax-recipes-'))
  projectId = (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  videoId = await readVideo(api, { firstTick: 12_800 })
  await made((await api.admin()).post(`/api/projects/${projectId}/videos`, { videoId }))
  const content = await makeContent(owner, videoId, projectId)
  // A line end of other languages, and a comment on the last line alone.
  const claim = `/api/claims/${content.otherClaimId}`
  text = 'One\u2028line, "quoted"'
  await made(owner.put(claim, { text, comment: 'late' }))
  const scope = `scope=project:${projectId}`
  writeFileSync(join(folder, 'export.ndjson'), await exportText(owner, `/api/export/all?${scope}`))
  writeFileSync(join(folder, 'videos.ndjson'), await exportText(owner, `/api/export/videos?${scope}`))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await api.stop()
})

const run = (python: string | undefined, code: string) =>
  execFileSync(python ?? 'python3', ['-c', code], { cwd: folder, encoding: 'utf8' })

/** The rows of a table as CSV, which Python itself reads, with its header. */
const csvRows = (csv: string): string[][] =>
  JSON.parse(
    execFileSync('python3', ['-c', 'import csv,json,sys; print(json.dumps(list(csv.reader(sys.stdin))))'], {
      input: csv,
      encoding: 'utf8',
    }),
  )

describe('the recipes of the page about formats', () => {
  const duckdb = pythonWith('duckdb')
  it.skipIf(duckdb === undefined)('join annotations with videos in DuckDB, and write Parquet', () => {
    const tables = blockOf('docs/formats.md', 'create table line as')
    const parquet = blockOf('docs/formats.md', 'claims.parquet')
    const code = `import duckdb, json
boxes = duckdb.execute(${JSON.stringify(tables)}).fetchall()
duckdb.execute(${JSON.stringify(parquet)})
claims = duckdb.sql("select * from 'claims.parquet' order by comment nulls first").fetchall()
print(json.dumps([boxes, [[str(each) for each in row] for row in claims]]))`
    const [boxes, claims] = JSON.parse(run(duckdb, code))
    expect(boxes).toEqual([['ship', `${videoId}.mp4`, 0, 1]])
    expect(claims.map((row: string[]) => [row[0], row[2], row[3]])).toEqual([
      [projectId, 'A ferry leaves', 'None'],
      [projectId, text, 'late'],
    ])
  })

  it.skipIf(duckdb === undefined)('list the claims of an export in DuckDB, as the page about export does', () => {
    const code = `import duckdb, json
print(json.dumps(duckdb.execute(${JSON.stringify(blockOf('docs/exchange.md', 'read_ndjson'))}).fetchall()))`
    const claims = JSON.parse(run(duckdb, code)) as string[][]
    expect(claims.map((row) => row.slice(1)).sort()).toEqual([
      ['A ferry leaves', null],
      [text, 'late'],
    ])
  })

  const pandas = pythonWith('pandas')
  it.skipIf(pandas === undefined)('make a table of claims with pandas', () => {
    const code = blockOf('docs/formats.md', 'import pandas')
    const [header, ...rows] = csvRows(run(pandas, code)).filter((row) => row.length)
    expect(header).toEqual(['projectId', 'id', 'text', 'author.username'])
    expect(rows.map((row) => [row[0], row[2], row[3]])).toEqual([
      [projectId, 'A ferry leaves', owner.username],
      [projectId, text, owner.username],
    ])
  })

  const polars = pythonWith('polars')
  it.skipIf(polars === undefined)('make a table of claims with polars', () => {
    const code = blockOf('docs/formats.md', 'import polars')
    const [header, ...rows] = csvRows(run(polars, code)).filter((row) => row.length)
    expect(header).toEqual(['projectId', 'id', 'text'])
    expect(rows.map((row) => [row[0], row[2]])).toEqual([
      [projectId, 'A ferry leaves'],
      [projectId, text],
    ])
  })

  const coco = pythonWith('pycocotools')
  it.skipIf(coco === undefined)(
    'read COCO with pycocotools, which finds each box by its frame and category',
    async () => {
      writeFileSync(
        join(folder, 'coco.json'),
        await exportText(owner, `/api/export?format=coco&scope=project:${projectId}`),
      )
      const code = `from pycocotools.coco import COCO
import contextlib, io, json
with contextlib.redirect_stdout(io.StringIO()):
    coco = COCO('coco.json')
image, = coco.getImgIds(catIds=coco.getCatIds(catNms=['Ship']))
print(json.dumps([coco.loadAnns(coco.getAnnIds(imgIds=[image])), coco.loadImgs([image]), coco.info()]))`
      const [boxes, images] = JSON.parse(run(coco, code).split('\n').at(-2) ?? '')
      expect(boxes).toMatchObject([{ bbox: [1, 2, 3, 4], area: 12, iscrowd: 0, track_id: 1 }])
      expect(images).toMatchObject([{ frame_index: 0, width: 640, height: 360, timestamp: 1 }])
    },
  )
})
