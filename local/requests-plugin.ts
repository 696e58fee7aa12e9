import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const isText = (segment: string) => {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

/** The address with its percent signs taken literally wherever they encode no text. */
const readableUrl = (url: string): string => {
  const [path = '', ...query] = url.split('?')
  const segments = path.split('/').map((segment) => (isText(segment) ? segment : segment.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

/**
 * Hands requests on to the functions as the cloud's gateway does. The local one would answer by itself where a path is
 * no text, and would let pages of any origin send credentials; functions see an origin in the raw headers all the same.
 */
const prepareRequest = (request: Pick<IncomingMessage, 'url' | 'headers'>): void => {
  request.url = readableUrl(request.url ?? '/')
  delete request.headers.origin
}

export default class RequestsPlugin {
  hooks = {
    'offline:start:init': () =>
      subscribe('http.server.request.start', (message) =>
        prepareRequest((message as { request: IncomingMessage }).request),
      ),
  }
}
