import type { Resource } from '../../../schemas/resource.ts'
import { readOnly } from '../store/table/read-only.ts'
import { runInUnit, Unit } from '../store/unit.ts'
import type { Answer, Opened } from './call.ts'
import type { Reply, Work } from './endpoint.ts'
import type { EndpointSpec } from './endpoint-spec.ts'
import { present } from './response/present.ts'
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
  return (result: unknown, isDryRun = false): Answer => {
    const { value, status, headers = {} }: Partial<Reply> = isReply(result) ? result : { value: result }
    // Nothing was made, so there is neither a new address nor a new revision.
    if (isDryRun && kind) return { statusCode: 200, headers, body: JSON.stringify(present(kind, value)) }
    const statusCode = status ?? usual
    if (produces && value !== undefined)
      return { statusCode, headers: { 'Content-Type': produces, ...headers }, ...encodeRaw(value) }
    if (collection) return { statusCode, headers, body: JSON.stringify(value) }
    if (!returns || statusCode === 302) return { statusCode, headers }
    if (!kind) return { statusCode, headers, body: JSON.stringify(getSerializer(returns)(value)) }
    const shown = present(kind, value)
    const { rev } = value as { rev?: number }
    const own: Record<string, string> = {}
    if (rev !== undefined) own.ETag = `"${rev}"`
    if (located) own.Location = String(shown['@id'])
    return { statusCode, headers: Object.assign(own, headers), body: JSON.stringify(shown) }
  }
}

/**
 * Runs the endpoint. A read runs beside the rate limit and is dropped as soon as that refuses; a write commits its unit
 * here, with the answer to its Idempotency-Key, so that a crash leaves both or neither.
 */
export const runEndpoint = (described: EndpointSpec, { act, run }: Work) => {
  const answer = createPresenter(described)
  const reads = described.route.startsWith('GET ')

  return async (event: Opened): Promise<Answer> => {
    const { call } = event
    const { app, caller, now, log, isDryRun, idempotency } = call
    const source = caller && {
      actorType: caller.type,
      requestId: call.id,
      address: call.address,
      operation: described.route,
      sponsor: caller.sponsor?.identity,
    }
    const request = {
      caller,
      source,
      params: event.pathParameters ?? {},
      query: call.query,
      body: call.body,
      now,
      log,
      path: event.rawPath,
      given: call.given,
      address: call.address,
      sourceAddress: event.requestContext.http.sourceIp,
      headers: event.headers,
      shared: call.shared,
    }

    if (reads) {
      const [result] = await Promise.all([run(app, request), call.rateLimitCheck])
      return answer(result)
    }
    const scope = {
      tenant: caller?.tenant,
      actor: caller?.identity ?? null,
      source,
      now,
      ifMatch: event.headers['if-match'],
      reserve: idempotency ? 1 : 0,
      isDryRun,
    }
    if (isDryRun) {
      const trying = { ...app, db: readOnly(app.db) }
      const tried = await runInUnit(trying.db, scope, (unit) => run(trying, { ...request, unit }))
      return answer(tried, true)
    }
    const effect = await act?.(app, { ...request, unit: new Unit(app.db, scope) })
    return await runInUnit(app.db, scope, async (unit) => {
      const made = answer(await run(app, { ...request, unit }, effect))
      idempotency?.remember(unit, made, { isClaimed: act !== undefined })
      return made
    })
  }
}
