import type { TSchema } from 'typebox'
import type { App } from '../app/app.ts'
import { timelyApp } from '../app/timely-app.ts'
import { Problem } from '../problem.ts'
import { runInUnit, type Unit } from '../store/unit.ts'
import type { Answer, Opened } from './call.ts'
import type { EndpointSpec, Handler, Reply } from './endpoint.ts'
import { Replayed, readIdempotencyKey } from './idempotency.ts'
import { present, type Resource } from './response/resource.ts'
import { getSerializer } from './response/serializer.ts'

const isReply = (value: unknown): value is Reply => (value as Reply | undefined)?.reply === true
const isResource = (returns: object): returns is Resource => 'fields' in returns

const encodeRaw = (value: unknown) =>
  typeof value === 'string'
    ? { body: value }
    : { body: Buffer.from(value as Uint8Array).toString('base64'), isBase64Encoded: true }

const createPresenter = ({ returns, success, collection, route, produces }: EndpointSpec) => {
  const usual = success ?? (returns || collection || produces ? 200 : 204)
  const located = success === 201 && route.startsWith('POST ')
  const kind = returns && isResource(returns) ? returns : undefined
  return (result: unknown): Answer => {
    const { value, status, headers = {} } = isReply(result) ? result : ({ value: result } as Reply)
    const statusCode = status ?? usual
    if (produces && value !== undefined)
      return { statusCode, headers: { 'Content-Type': produces, ...headers }, ...encodeRaw(value) }
    if (collection) return { statusCode, headers, body: JSON.stringify(value) }
    if (!returns || statusCode === 302) return { statusCode, headers }
    if (!kind) return { statusCode, headers, body: JSON.stringify(getSerializer(returns as TSchema)(value)) }
    const shown = present(kind, value)
    const { rev } = value as { rev?: number }
    const own: Record<string, string> = {}
    if (rev !== undefined) own.ETag = `"${rev}"`
    if (located) own.Location = shown['@id'] as string
    return { statusCode, headers: Object.assign(own, headers), body: JSON.stringify(shown) }
  }
}

/** Runs the endpoint. A read runs beside the gate and is dropped if the gate refuses; a write commits its unit here. */
export const runEndpoint = (described: EndpointSpec, run: Handler, current: () => App) => {
  const answer = createPresenter(described)
  const reads = described.route.startsWith('GET ')

  return async (event: Opened): Promise<Answer> => {
    const { call } = event
    const { caller, now, log, deadline, changes } = call
    const app = deadline ? timelyApp(current(), deadline, changes) : current()
    const requestWith = (unit: Unit) => ({
      caller: caller as never,
      params: event.pathParameters as Record<string, string>,
      query: call.query,
      body: call.body as never,
      now,
      log,
      path: event.rawPath,
      given: call.given,
      address: call.address,
      headers: event.headers,
      unit,
    })

    if (reads) {
      const result = run(app, requestWith(undefined as never))
      result.catch(() => {})
      if (call.admission) call.standing = await call.admission
      return answer(await result)
    }
    const scope = { tenant: caller?.tenant, actor: caller?.identity ?? null, now, ifMatch: event.headers['if-match'] }
    const idempotency = described.idempotent ? readIdempotencyKey(described.route, event) : undefined
    const before = idempotency && (await idempotency.find(app.db))
    if (before) return before
    try {
      return await runInUnit(app.db, scope, async (unit) => {
        const made = answer(await run(app, requestWith(unit)))
        idempotency?.remember(unit, made)
        return made
      })
    } catch (error) {
      if (error instanceof Replayed) return error.answer
      // Who sent the same meanwhile may have been answered, and what stands in the way now be what came of it.
      const answered = idempotency && error instanceof Problem && (await idempotency.find(app.db))
      if (answered) return answered
      throw error
    }
  }
}
