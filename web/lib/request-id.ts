/** The beginning of the ids of all requests of this page, short because the server stores it with every change. */
const page = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('')
let sent = 0

/** Returns the headers of the next request of this page: its id, by which updates tell its own changes from others. */
export const requestHeaders = (): Record<string, string> => ({ 'x-request-id': `${page}.${(sent++).toString(36)}` })

/** Returns whether a request was sent by this page. */
export const isOwnRequest = (requestId: string | null): boolean => requestId?.startsWith(`${page}.`) ?? false
