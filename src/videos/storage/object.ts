import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Readable } from 'node:stream'
import { encodeKey } from './cdn.js'
import { contentTypeOf } from './content-type.js'
import type { Bucket, BucketConfig, Draft, StoredFile } from './store.js'

/** Returns a bucket of S3, or of a compatible service, as a file store. */
export function openBucket(config: BucketConfig): Bucket {
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Compatible services do not support the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000 },
  })
  return {
    list: (prefix) => listObjects(client, bucket, prefix),
    stat: (Key) =>
      missingAsNull(async () => {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))
        const modifiedAt = LastModified ?? new Date(0)
        return { size: ContentLength ?? 0, modifiedAt, changedAt: modifiedAt }
      }),
    open: (Key, range) =>
      missingAsNull(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, ...(Range ? { Range } : {}) }))
        return Body instanceof Readable ? Body : Readable.from([])
      }),
    draft: (key, source, largest) => draftObject(client, bucket, key, source, largest),
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    },
    put: async (Key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }))
    },
    url: async (Key, expiresIn) => {
      if (config.publicBucket) return { url: publicUrl(config, Key), expiresIn: null }
      return {
        url: await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key }), { expiresIn }),
        expiresIn,
      }
    },
  }
}

/** The smallest size of a part, in bytes; S3 allows at most 10,000 parts per file. */
const smallestPart = 8 * 1024 * 1024
const mostParts = 10_000

/**
 * Starts a multipart upload, which is not visible as an object until it is completed. Only one part at a time is in
 * memory.
 */
async function draftObject(
  client: S3Client,
  Bucket: string,
  Key: string,
  source: AsyncIterable<Buffer>,
  largest: number,
): Promise<Draft> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ContentType: contentTypeOf(Key) }),
  )
  const begun = { Bucket, Key, UploadId }
  const Parts: CompletedPart[] = []
  let size = 0
  let shown = false
  const drop = async () => {
    if (shown) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    else await client.send(new AbortMultipartUploadCommand(begun))
  }
  try {
    for await (const Body of partsOf(source, Math.max(smallestPart, Math.ceil(largest / mostParts)))) {
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...begun, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
      size += Body.length
    }
  } catch (error) {
    await drop()
    throw error
  }
  return {
    size,
    keep: async () => {
      const taken = await missingAsNull(() => client.send(new HeadObjectCommand({ Bucket, Key })))
      if (taken) return null
      await client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }))
      shown = true
      const facts = await client.send(new HeadObjectCommand({ Bucket, Key }))
      return { filename: Key, path: Key, size, modifiedAt: facts.LastModified ?? new Date(0) }
    },
    drop,
  }
}

/** Yields the bytes in parts of equal length; the last one may be shorter. */
async function* partsOf(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  for await (let chunk of source) {
    while (bytes + chunk.length >= length) {
      yield Buffer.concat([...chunks, chunk.subarray(0, length - bytes)])
      chunk = chunk.subarray(length - bytes)
      chunks = []
      bytes = 0
    }
    chunks.push(chunk)
    bytes += chunk.length
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/**
 * Lists the objects below a prefix, by default those at the top level of the bucket; keys with a further slash are
 * thumbnails and similar files.
 */
async function listObjects(client: S3Client, Bucket: string, Prefix?: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket,
        Delimiter: '/',
        ...(Prefix ? { Prefix } : {}),
        ...(token ? { ContinuationToken: token } : {}),
      }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined)
        files.push({ filename: Key, path: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) })
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
  return files
}

async function missingAsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket')
      return null
    throw error
  }
}

function publicUrl({ bucket, region, endpoint }: BucketConfig, key: string): string {
  const origin =
    endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint.replace(/\/+$/, '')}/${bucket}`
  return `${origin}/${encodeKey(key)}`
}
