/** A `fetch` that keeps the session cookie, as a browser does by itself. */
export function sessionFetch(): typeof fetch {
  let cookie: string | undefined
  return async (input, init) => {
    const request = new Request(input, init)
    if (cookie) request.headers.set('cookie', cookie)
    const response = await fetch(request)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
}
