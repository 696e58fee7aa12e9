import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** Carries the caller's address from the front, which holds the port, to the gateway behind it. */
export const SOURCE_HEADER = 'x-local-gateway-source'

/** The largest body that API Gateway takes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

const TEXT = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml))\b)/i

/** The bytes of a body, or undefined where there are more than the platform takes. */
export const readBytes = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer)
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks)
}

/** Bytes that are no text stay as they are, so that a signature over them holds. */
const bodyOf = (bytes: Buffer, type: string | undefined) => {
  if (!bytes.length) return { isBase64Encoded: false }
  const isText = (type === undefined || TEXT.test(type)) && isUtf8(bytes)
  return { body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText }
}

const headersOf = (request: IncomingMessage) => {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(request.headersDistinct))
    if (name !== SOURCE_HEADER && values) headers[name] = values.join(',')
  return headers
}

/** The event that the platform hands to a function for a request, in version 2.0 of its format. */
export const httpEvent = (request: IncomingMessage, bytes: Buffer, routeKey: string): APIGatewayProxyEventV2 => {
  const { method = 'GET', url = '/' } = request
  const headers = headersOf(request)
  const [rawPath = '/', ...query] = url.split('?')
  const rawQueryString = query.join('?')
  const now = new Date()
  const source = request.headers[SOURCE_HEADER]
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(headers.cookie !== undefined && { cookies: headers.cookie.split(/;\s*/) }),
    headers,
    ...(rawQueryString && { queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (typeof source === 'string' && source) || (request.socket.remoteAddress ?? '127.0.0.1'),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...bodyOf(bytes, headers['content-type']),
  }
}

export const sendAnswer = (response: ServerResponse, answer: APIGatewayProxyStructuredResultV2): void => {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded } = answer
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
  if (cookies.length) response.setHeader('Set-Cookie', cookies)
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (statusCode !== 204 && statusCode !== 304) response.setHeader('Content-Length', bytes.length)
  response.writeHead(statusCode).end(bytes)
}
