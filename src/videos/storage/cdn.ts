import { createHmac } from 'node:crypto'
import type { VideoUrl } from './store.js'

export type CdnConfig = { baseUrl: string; signed: boolean; signingKey: string }

/**
 * Returns the CDN's URL of an object. A signed URL ends in `?expires=<Unix seconds>&signature=<s>`, where s is the
 * base64url HMAC-SHA256, under CDN_SIGNING_KEY, of the URL's path and `?expires=...` as they appear in the URL.
 */
export function cdnUrl(cdn: CdnConfig, key: string, expiresIn: number, now: Date): VideoUrl {
  const url = new URL(`${cdn.baseUrl.replace(/\/+$/, '')}/${encodeKey(key)}`)
  if (!cdn.signed) return { url: url.href, expiresIn: null }
  url.search = `?expires=${Math.floor(now.getTime() / 1000) + expiresIn}`
  const signature = createHmac('sha256', cdn.signingKey)
    .update(url.pathname + url.search)
    .digest('base64url')
  return { url: `${url.href}&signature=${signature}`, expiresIn }
}

/** Returns a key as the path of a URL. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
