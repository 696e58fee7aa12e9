import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** Header in which the front sends the caller's address to the gateway process. */
export const SOURCE_HEADER = 'x-local-gateway-source'

/** The largest body that API Gateway accepts. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

const TEXT = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml))\b)/i

/** Reads the bytes of a body; returns undefined if there are more than API Gateway accepts. */
export const readBytes = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer)
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks)
}

/** Encodes bytes that are not text as base64, so that a signature over them stays valid. */
const encodeBody = (bytes: Buffer, type: string | undefined) => {
  if (!bytes.length) return { isBase64Encoded: false }
  const isText = (type === undefined || TEXT.test(type)) && isUtf8(bytes)
  return { body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText }
}

const joinHeaders = (request: IncomingMessage) => {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(request.headersDistinct))
    if (name !== SOURCE_HEADER && values) headers[name] = values.join(',')
  return headers
}

/** Builds the event that API Gateway sends to a function for a request, in format version 2.0. */
export const buildHttpEvent = (request: IncomingMessage, bytes: Buffer, routeKey: string): APIGatewayProxyEventV2 => {
  const { method = 'GET', url = '/' } = request
  const headers = joinHeaders(request)
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
    ...encodeBody(bytes, headers['content-type']),
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
