import { type Middleware, Router } from '@aws-lambda-powertools/event-handler/http'
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

const service = new Router()
const calls = new WeakMap<object, Begun>()
const getCall = (event: unknown) => calls.get(event as object) as Begun

const opening: Middleware = async ({ reqCtx, next }) => {
  const call = beginCall(reqCtx.event as GatewayEvent)
  calls.set(reqCtx.event, call)
  await next()
  const headers = buildHeaders(call, reqCtx.req.headers.get('origin') ?? undefined)
  for (const name in headers) reqCtx.res.headers.set(name, headers[name] as string)
}

const holding =
  (scope: string): Middleware =>
  async ({ reqCtx, next }) => {
    await admitCall(getCall(reqCtx.event), reqCtx.req.headers.get('authorization') ?? undefined, scope)
    await next()
  }

service.use(opening)
service.errorHandler(Error, async (error, { event }) => {
  const call = getCall(event)
  const { statusCode = 500, headers, body } = buildProblem(error, call.id)
  return new Response(body, {
    status: statusCode,
    headers: { ...buildHeaders(call, undefined), ...headers } as Record<string, string>,
  })
})
service.post('/api/warehousing/custodians', [holding(WRITE)], async ({ event }) => {
  const body = await readInput(event as GatewayEvent)
  const { value, etag, location } = presentCustodian(buildCustodian(body, getCall(event).now))
  return new Response(JSON.stringify(value), { status: 201, headers: { ETag: etag, Location: location } })
})
service.get('/api/warehousing/custodians/:id', [holding(READ)], async ({ params }) => {
  const { value, etag } = presentCustodian(buildCustodianWithId(readId(params.id)))
  return new Response(JSON.stringify(value), { headers: { ETag: etag } })
})

const CONTEXT = { awsRequestId: 'bench', functionName: 'bench' }

export const powertoolsHandler = (event: unknown) => service.resolve(event, CONTEXT)
