import { setTimeout as sleep } from 'node:timers/promises'

/** An HTTP client that keeps its session cookie. Throws an Error with the text of every answer outside 2xx. */
export class Client {
  #url
  #cookie = ''

  constructor(url) {
    this.#url = url
  }

  async #send(path, init) {
    const headers = { ...(this.#cookie && { cookie: this.#cookie }), ...init.headers }
    const response = await fetch(this.#url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${init.method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  #sendJson(method, path, body) {
    if (body === undefined) return this.#send(path, { method })
    const headers = { 'content-type': 'application/json' }
    return this.#send(path, { method, headers, body: JSON.stringify(body) })
  }

  async login(username, password) {
    const response = await this.#sendJson('POST', '/api/auth/login', { username, password })
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  async get(path) {
    return (await this.#sendJson('GET', path)).json()
  }

  async post(path, body) {
    return (await this.#sendJson('POST', path, body)).json()
  }

  async put(path, body) {
    return (await this.#sendJson('PUT', path, body)).json()
  }

  async text(path) {
    return (await this.#sendJson('GET', path)).text()
  }

  /** Uploads one file as multipart/form-data. */
  async upload(path, filename, content) {
    const body = new FormData()
    body.set('file', new Blob([content]), filename)
    return (await this.#send(path, { method: 'POST', body })).json()
  }

  async graph(query, variables) {
    const { data, errors } = await this.post('/graphql', { query, variables })
    if (errors?.length) throw new Error(errors.map(({ message }) => message).join('; '))
    return data
  }

  /** Starts a job and polls it until it has ended. */
  async job(path, body) {
    const { jobId } = await this.post(path, body)
    for (;;) {
      const job = await this.get(`/api/jobs/${jobId}`)
      if (job.status === 'completed' || job.status === 'failed') return job
      await sleep(100)
    }
  }
}
