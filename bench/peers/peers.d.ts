// The parts of the packages in this folder that the benchmarks use, because types are checked without them.

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

declare module 'hono' {
  export interface Context<E extends { Bindings: object; Variables: object }> {
    env: E['Bindings']
    var: E['Variables']
    error: Error | undefined
    req: { header(name: string): string | undefined; param(name: string): string }
    set<K extends keyof E['Variables']>(name: K, value: E['Variables'][K]): void
    header(name: string, value: string | undefined): void
    body(text: string, status: number, headers: Record<string, string>): Response
  }
  type Handler<E extends { Bindings: object; Variables: object }> = (c: Context<E>) => Promise<Response>
  export type MiddlewareHandler<E extends { Bindings: object; Variables: object }> = (
    c: Context<E>,
    next: () => Promise<void>,
  ) => Promise<void>
  export class Hono<E extends { Bindings: object; Variables: object }> {
    use(handler: MiddlewareHandler<E>): this
    onError(handler: (error: Error, c: Context<E>) => Response): this
    post(path: string, ...handlers: [MiddlewareHandler<E>, Handler<E>]): this
    get(path: string, ...handlers: [MiddlewareHandler<E>, Handler<E>]): this
  }
}

declare module 'hono/aws-lambda' {
  export type LambdaEvent = object
  export const handle: (service: object) => (event: object) => Promise<unknown>
}

declare module '@aws-lambda-powertools/event-handler/http' {
  interface Call {
    event: object
    params: Record<string, string>
    req: Request
    res: Response
  }
  export type Middleware = (call: { reqCtx: Call; next: () => Promise<void> }) => Promise<void>
  export class Router {
    use(middleware: Middleware): void
    errorHandler(type: typeof Error, handler: (error: Error, call: Call) => Promise<Response>): void
    post(path: string, before: Middleware[], handler: (call: Call) => Promise<Response>): void
    get(path: string, before: Middleware[], handler: (call: Call) => Promise<Response>): void
    resolve(event: unknown, context: object): Promise<unknown>
  }
}
