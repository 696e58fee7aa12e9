import { isUtf8 } from 'node:buffer'
import type { Serverless } from '../deploy/serverless.ts'

/** Content types whose bodies API Gateway hands on as text; all others it encodes. */
const TEXT = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))\s*(;|$))/i
/** A content type that makes the local gateway encode the body as well. */
const BINARY = 'application/octet-stream'

interface Request {
  headers: Record<string, string | undefined>
  mime: string | null
  payload: unknown
}

interface Toolkit {
  continue: symbol
}

interface Gateway {
  ext(event: 'onPreHandler', method: (request: Request, toolkit: Toolkit) => symbol): void
}

interface Offline {
  internals(): { getApiGatewayServer(): Gateway }
}

const isOffline = (plugin: object): plugin is Offline => 'internals' in plugin

/** The gateway parses bodies and takes a `null` or a `0` for no body at all. */
const isTakenForNothing = (payload: Buffer): boolean => {
  if (/^\s*[[{]/.test(payload.toString('latin1', 0, 100))) return false
  try {
    return !JSON.parse(payload.toString())
  } catch {
    return false
  }
}

const isText = ({ headers: { 'content-type': type = 'text/plain' }, payload }: Request) =>
  !Buffer.isBuffer(payload) || (TEXT.test(type) && isUtf8(payload) && !isTakenForNothing(payload))

/**
 * Bodies that are no text reach the functions encoded, byte for byte, since webhooks are signed over bytes. By itself the
 * local gateway reads nearly everything as UTF-8 and so replaces what is not.
 */
export default class RawBodyPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless & { pluginManager: { plugins: object[] } }) {
    this.hooks = {
      'after:offline:start:init': () => {
        const gateway = serverless.pluginManager.plugins.find(isOffline)?.internals().getApiGatewayServer()
        gateway?.ext('onPreHandler', (request, toolkit) => {
          // The gateway alone reads these; the function gets the headers as they came.
          if (!isText(request)) {
            request.headers['content-type'] = BINARY
            request.mime = BINARY
          }
          return toolkit.continue
        })
      },
    }
  }
}
