import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { handle, type LambdaEvent } from 'hono/aws-lambda'
import type { GatewayEvent } from '../../lib/platform/http/call.ts'
import {
  admitCall,
  type Begun,
  beginCall,
  buildHeaders,
  buildProblem,
  presentCustodian,
  readId,
  readInput,
} from '../pipeline/steps.ts'
import { buildCustodian, buildCustodianWithId, READ, WRITE } from '../pipeline/work.ts'

interface Env {
  Bindings: { event: LambdaEvent }
  Variables: { call: Begun }
}

const getEvent = (c: Context<Env>) => c.env.event as unknown as GatewayEvent

const opening: MiddlewareHandler<Env> = async (c, next) => {
  c.set('call', beginCall(getEvent(c)))
  await next()
  const headers = buildHeaders(c.var.call, c.req.header('origin'))
  for (const name in headers) if (!c.error || name !== 'Content-Type') c.header(name, headers[name])
}

const holding =
  (scope: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    await admitCall(c.var.call, c.req.header('authorization'), scope)
    await next()
  }

const service = new Hono<Env>()
service.use(opening)
service.onError((error, c) => {
  const { statusCode, headers, body } = buildProblem(error, c.var.call.id)
  return c.body(body ?? '', statusCode as number, headers as Record<string, string>)
})
service.post('/api/warehousing/custodians', holding(WRITE), async (c) => {
  const body = await readInput(getEvent(c))
  const { value, etag, location } = presentCustodian(buildCustodian(body, c.var.call.now))
  return c.body(JSON.stringify(value), 201, { ETag: etag, Location: location })
})
service.get('/api/warehousing/custodians/:id', holding(READ), async (c) => {
  const { value, etag } = presentCustodian(buildCustodianWithId(readId(c.req.param('id'))))
  return c.body(JSON.stringify(value), 200, { ETag: etag })
})

export const honoHandler = handle(service)
