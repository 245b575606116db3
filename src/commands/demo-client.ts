import { setTimeout as sleep } from 'node:timers/promises'

interface PolledJob {
  status: string
  result: Record<string, unknown> | null
  error: string | null
}

/** An HTTP client that keeps its session cookie; an answer outside 2xx is thrown as an Error with its text. */
export class Client {
  private cookie = ''

  constructor(private readonly url: string) {}

  private async send(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      ...(this.cookie && { cookie: this.cookie }),
      ...(init.headers as Record<string, string> | undefined),
    }
    const response = await fetch(this.url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${init.method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
    const response = await this.send(path, { method, ...(headers && { headers, body: JSON.stringify(body) }) })
    return (await response.json()) as T
  }

  async login(username: string, password: string): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.send('/api/auth/login', {
      method: 'POST',
      headers,
      body: JSON.stringify({ username, password }),
    })
    this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  get<T>(path: string): Promise<T> {
    return this.json<T>('GET', path)
  }

  post<T = unknown>(path: string, body?: unknown): Promise<T> {
    return this.json<T>('POST', path, body)
  }

  put<T = unknown>(path: string, body: unknown): Promise<T> {
    return this.json<T>('PUT', path, body)
  }

  async text(path: string): Promise<string> {
    return (await this.send(path, { method: 'GET' })).text()
  }

  /** Uploads one file as multipart/form-data. */
  async upload(path: string, filename: string, content: string): Promise<Record<string, unknown>> {
    const form = new FormData()
    form.set('file', new Blob([content]), filename)
    return (await (await this.send(path, { method: 'POST', body: form })).json()) as Record<string, unknown>
  }

  async graph<T = unknown>(query: string, variables: Record<string, unknown>): Promise<T> {
    const { data, errors } = await this.post<{ data: T; errors?: { message: string }[] }>('/graphql', {
      query,
      variables,
    })
    if (errors?.length) throw new Error(errors.map((one) => one.message).join('; '))
    return data
  }

  /** Starts a job and polls it until it has ended. */
  async job(path: string, body: unknown): Promise<PolledJob> {
    const { jobId } = await this.post<{ jobId: string }>(path, body)
    for (;;) {
      const job = await this.get<PolledJob>(`/api/jobs/${jobId}`)
      if (job.status === 'completed' || job.status === 'failed') return job
      await sleep(100)
    }
  }
}
