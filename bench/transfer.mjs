// Downloads and uploads that cost the client very little, and the latency of /api/health during them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import http from 'node:http'

/** Downloads as fast as the server sends; returns the number of bytes and the SHA-256 of those from `hashFrom` on. */
export function download(server, cookie, path, { hashFrom = Infinity, headers = {} } = {}) {
  const hash = createHash('sha256')
  return new Promise((done, fail) => {
    http
      .get(server.url + path, { headers: { cookie, ...headers } }, (response) => {
        let bytes = 0
        response.on('data', (chunk) => {
          bytes += chunk.length
          if (bytes > hashFrom) hash.update(chunk.subarray(Math.max(0, hashFrom - bytes + chunk.length)))
        })
        response.on('end', () => {
          if (response.statusCode === 200 && response.complete) done({ bytes, digest: hash.digest('base64') })
          else fail(new Error(`answered ${response.statusCode}`))
        })
        response.on('error', fail)
      })
      .on('error', fail)
  })
}

/**
 * Uploads a file as multipart/form-data with the options of an import, streamed from disk; returns the parsed response.
 * Throws unless it is 200.
 */
export function upload(server, cookie, path, file, options = {}) {
  const head = Buffer.from(
    `--bench\r\nContent-Disposition: form-data; name="options"\r\n\r\n${JSON.stringify(options)}\r\n` +
      '--bench\r\nContent-Disposition: form-data; name="file"; filename="bench.jsonl"\r\nContent-Type: application/x-ndjson\r\n\r\n',
  )
  const tail = Buffer.from('\r\n--bench--\r\n')
  return new Promise((done, fail) => {
    const request = http
      .request(
        server.url + path,
        {
          method: 'POST',
          headers: {
            cookie,
            'content-type': 'multipart/form-data; boundary=bench',
            'content-length': head.length + statSync(file).size + tail.length,
          },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk))
          response.on('end', () =>
            response.statusCode === 200
              ? done(JSON.parse(text))
              : fail(new Error(`answered ${response.statusCode}: ${text.slice(0, 300)}`)),
          )
        },
      )
      .on('error', fail)
    request.write(head)
    createReadStream(file)
      .on('end', () => request.end(tail))
      .pipe(request, { end: false })
  })
}

/** Runs `act` while another process requests /api/health every 5 ms; returns its result and their p50 and p99 in ms. */
export async function healthDuring(server, act) {
  const script = `const http=require('http');const agent=new http.Agent({keepAlive:true});let all=[];let on=true;process.on('message',(m)=>{if(m==='start')all=[];else on=false});
    (async()=>{for(let i=0;on;i++){if(i===50)process.send('warm');const t=performance.now();await new Promise((d)=>http.get('${server.url}/api/health',{agent},(r)=>{r.resume();r.on('end',d)}));all.push(performance.now()-t);await new Promise((d)=>setTimeout(d,5))}
    all.sort((a,b)=>a-b);process.send({p50:+all[Math.floor(all.length*.5)].toFixed(2),p99:+all[Math.floor(all.length*.99)].toFixed(2),count:all.length},()=>process.exit(0))})()`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise((done) => child.once('message', done))
  child.send('start')
  const result = await act()
  const figures = new Promise((done) => child.once('message', done))
  child.send('stop')
  return { result, health: await figures }
}
