import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ObjectServer = {
  endpoint: string
  objects: Map<string, Buffer>
  /** The parts of multipart uploads that are neither completed nor aborted, by upload id. */
  uploads: Map<string, Buffer[]>
  /** Method, path with query and headers of every request so far. */
  requests: { method: string; url: string; headers: Record<string, unknown> }[]
  close(): Promise<void>
}

/**
 * Starts a path-style S3 service with one bucket, just enough for the AWS SDK. Requests without a signature are
 * answered 403 (signatures are not verified); listings have two keys a page.
 */
export async function startObjectServer(bucket: string): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>()
  const uploads: ObjectServer['uploads'] = new Map()
  const requests: ObjectServer['requests'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers } })
    const signed =
      /^AWS4-HMAC-SHA256 Credential=/.test(request.headers.authorization ?? '') ||
      url.searchParams.has('X-Amz-Signature')
    if (!signed) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    const [, first, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    if (first !== bucket) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    const upload = url.searchParams.get('uploadId') ?? ''
    if (request.method === 'PUT') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const bytes = Buffer.concat(parts)
        if (upload) uploads.get(upload)?.push(bytes)
        else objects.set(key, bytes)
        response.writeHead(200, { ETag: '"x"' }).end()
      })
      return
    }
    if (request.method === 'DELETE') {
      if (upload) uploads.delete(upload)
      else objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (request.method === 'POST') {
      request.resume()
      if (!upload) {
        uploads.set(`upload-${requests.length}`, [])
        return void response.end(
          `<InitiateMultipartUploadResult><UploadId>upload-${requests.length}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      objects.set(key, Buffer.concat(uploads.get(upload) ?? []))
      uploads.delete(upload)
      return void response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
    if (key === '')
      return void response.writeHead(200, { 'Content-Type': 'application/xml' }).end(listing(objects, url.searchParams))
    const bytes = objects.get(key)
    if (!bytes)
      return void response.writeHead(404).end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const body = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes
    response.writeHead(range ? 206 : 200, {
      'Content-Length': body.length,
      'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      ETag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const from = Number(query.get('continuation-token') ?? 0)
  const keys = [...objects.keys()].filter((key) => query.get('delimiter') !== '/' || !key.includes('/'))
  const contents = keys
    .slice(from, from + 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
  const more =
    from + 2 < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${from + 2}</NextContinuationToken>`
      : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
}
