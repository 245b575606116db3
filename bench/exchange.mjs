// Exports against one COPY of byte-identical lines, imports against COPY FROM of the same rows, peak memory, and how fast
// /api/health answers meanwhile. Usage: node bench/exchange.mjs [--scale 10]
import { spawn } from 'node:child_process'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Writable } from 'node:stream'
import { startServer } from './server.mjs'

const at = process.argv.indexOf('--scale')
const scale = at > 0 ? Number(process.argv[at + 1]) : 10
const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
const peak = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
const forgetPeak = async (pid) => (await import('node:fs')).writeFileSync(`/proc/${pid}/clear_refs`, '5')
const seconds = async (act) => {
  const startedAt = performance.now()
  const result = await act()
  return { took: (performance.now() - startedAt) / 1000, result }
}

function generate(file, ...args) {
  return new Promise((done, fail) => spawn(process.execPath, [generator, '--out', file, ...args]).once('exit', (code) => (code ? fail(new Error('generate')) : done())))
}

/** Bytes of a response, read as fast as they come. */
function download(server, cookie, path) {
  return new Promise((done, fail) => {
    http.get(server.url + path, { headers: { cookie } }, (response) => {
      let bytes = 0
      response.on('data', (chunk) => (bytes += chunk.length))
      response.on('end', () => (response.statusCode === 200 && response.complete ? done(bytes) : fail(new Error(`answered ${response.statusCode}`))))
      response.on('error', fail)
    }).on('error', fail)
  })
}

/** One file as multipart, streamed from disk. */
function upload(server, cookie, path, file) {
  const head = Buffer.from('--bench\r\nContent-Disposition: form-data; name="file"; filename="bench.jsonl"\r\nContent-Type: application/x-ndjson\r\n\r\n')
  const tail = Buffer.from('\r\n--bench--\r\n')
  return new Promise((done, fail) => {
    const request = http.request(server.url + path, {
      method: 'POST', headers: { cookie, 'content-type': 'multipart/form-data; boundary=bench', 'content-length': head.length + statSync(file).size + tail.length },
    }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => (response.statusCode === 200 ? done(JSON.parse(text)) : fail(new Error(`answered ${response.statusCode}: ${text.slice(0, 300)}`))))
    }).on('error', fail)
    request.write(head)
    createReadStream(file).on('end', () => request.end(tail)).pipe(request, { end: false })
  })
}

/** p50 and p99 of /api/health, asked every 10 ms from a process of its own while `act` runs. */
async function healthDuring(server, act) {
  const script = `const http=require('http');const agent=new http.Agent({keepAlive:true});const all=[];let on=true;process.once('message',()=>{on=false});
    (async()=>{while(on){const t=performance.now();await new Promise((d)=>http.get('${server.url}/api/health',{agent},(r)=>{r.resume();r.on('end',d)}));all.push(performance.now()-t);await new Promise((d)=>setTimeout(d,10))}
    all.sort((a,b)=>a-b);process.send({p50:all[Math.floor(all.length*.5)],p99:all[Math.floor(all.length*.99)],count:all.length},()=>process.exit(0))})()`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const result = await act()
  const figures = new Promise((done) => child.once('message', done))
  child.send('stop')
  return { result, health: await figures }
}

const annotationLine = `concat('{"id":"', a.id, '","videoId":', to_json(a.video_id), ',"personaId":', coalesce('"' || a.persona_id || '"', 'null'), ',"boundingBoxSequence":', a.frames::text, '}')`

async function copyRate(client, statement) {
  let bytes = 0
  const sink = new Writable({ write(chunk, _encoding, next) { bytes += chunk.length; next() } })
  const { took } = await seconds(() => pipeline(client.query(copyTo(statement)), sink))
  return bytes / 1e6 / took
}

async function main() {
  const server = await startServer()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    const idle = peak(server.pid)
    const cookie = await server.user('exchange')
    const all = join(server.folder, 'all.jsonl')
    await generate(all, '--scale', '1')
    const first = await seconds(() => upload(server, cookie, '/api/import', all))
    console.log(JSON.stringify({ what: 'import of scale 1, every type', lines: first.result.summary.totalLines, megabytes: statSync(all).size / 1e6, seconds: first.took, peakMB: peak(server.pid), idleMB: idle }))

    const annotations = join(server.folder, 'annotations.jsonl')
    await generate(annotations, '--scale', String(scale), '--only', 'persona,ontology,entity,event,time,annotation', '--seed', '2')
    const other = await server.user('annotations')
    if (statSync(annotations).size < 100 * 1024 * 1024) {
      await forgetPeak(server.pid)
      const before = peak(server.pid)
      const { result, health } = await healthDuring(server, () => seconds(() => upload(server, other, '/api/import', annotations)))
      console.log(JSON.stringify({ what: 'import of annotations', lines: result.result.summary.totalLines, success: result.result.success, megabytes: statSync(annotations).size / 1e6, seconds: result.took, growthMB: peak(server.pid) - before, health }))
      const rows = result.result.summary.importedItems.annotations
      await client.query('create temporary table reference (like annotations including all)')
      const columns = (await client.query(`select string_agg(attname, ',' order by attnum) as names from pg_attribute where attrelid = 'annotations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)).rows[0].names
      const chunks = []
      await pipeline(client.query(copyTo(`copy (select ${columns} from annotations) to stdout`)), new Writable({ write(chunk, _e, next) { chunks.push(chunk); next() } }))
      await client.query('create unlogged table copied (like annotations including all)')
      await client.query('alter table copied set logged')
      const copy = await seconds(async () => pipeline(chunks, client.query(copyFrom(`copy copied (${columns}) from stdin`))))
      const { rows: [{ count }] } = await client.query('select count(*)::int as count from copied')
      console.log(JSON.stringify({ what: 'import against COPY FROM of the same rows', ratio: ((rows / result.took) / (count / copy.took)).toFixed(2), importRowsPerSecond: rows / result.took, copyRowsPerSecond: count / copy.took }))
      await client.query('drop table copied')
    }
    for (const [path, statement] of [
      ['/api/export', `copy (select ${annotationLine} from annotations a where a.created_by_user_id = (select id from users where username = 'annotations') order by a.created_at, a.id) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`],
      ['/api/export/all', `copy (select ${annotationLine} from annotations a where a.created_by_user_id = (select id from users where username = 'annotations') order by a.created_at, a.id) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`],
    ]) {
      const ratios = []
      let last
      for (let i = 0; i < 3; i++) {
        const limit = await copyRate(client, statement)
        await forgetPeak(server.pid)
        const before = peak(server.pid)
        const { result, health } = await healthDuring(server, () => seconds(() => download(server, other, path)))
        last = { megabytes: result.result / 1e6, megabytesPerSecond: result.result / 1e6 / result.took, limit, health, growthMB: peak(server.pid) - before }
        ratios.push(last.megabytesPerSecond / limit)
      }
      console.log(JSON.stringify({ what: `GET ${path} against COPY`, ratio: ratios.toSorted((a, b) => a - b)[1].toFixed(2), ...last }))
    }
    const interpolated = await seconds(() => download(server, cookie, '/api/export?includeInterpolated=true'))
    const stats = (await server.call(cookie, 'GET', '/api/export/stats?includeInterpolated=true')).json()
    console.log(JSON.stringify({ what: 'interpolated export of scale 1', frames: stats.interpolatedFrameCount, framesPerSecond: stats.interpolatedFrameCount / interpolated.took, megabytes: interpolated.result / 1e6, peakMB: peak(server.pid) }))
  } finally {
    await client.end()
    await server.stop()
  }
}

await main()
