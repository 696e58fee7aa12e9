declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (
    request: IncomingMessage & { query: Record<string, string> },
    response: ServerResponse & { set: (name: string, value: string) => void; send: (body: string) => void },
    next: (error: unknown) => void,
  ) => void

  interface Options {
    issuer: string
    cert: string
    key: string
    [name: string]: unknown
  }

  interface Request {
    id: string
    issuer: string
    assertionConsumerServiceURL: string
    destination: string
  }

  const samlp: {
    auth(options: Options): Handler
    metadata(options: Pick<Options, 'issuer' | 'cert'> & Record<string, unknown>): Handler
    getSamlResponse(options: Options, user: object, done: (error: Error | null, xml: string) => void): void
    parseRequest(request: { query: Record<string, string> }, done: (error: Error | null, data: Request) => void): void
  }
  export = samlp
}
