declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration?: number
    /** Number of requests, instead of a duration. */
    amount?: number
    /** Seconds after which a request counts as an error. */
    timeout?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
  }
  interface Result {
    non2xx: number
    errors: number
    duration: number
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): this
  }
  function autocannon(options: Options): Run
  export = autocannon
}
