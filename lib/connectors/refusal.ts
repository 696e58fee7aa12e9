import { ConnectorError } from './connector.ts'
import type { ShopAnswer } from './shop-http.ts'

/** Returns the error for a status that the platform does not explain. */
export const toRefusal = ({ status, json }: ShopAnswer): ConnectorError => {
  const isPage = json === undefined
  switch (status) {
    case 401:
      return new ConnectorError('AUTH_FAILED', 'The shop rejected the credentials.')
    case 402:
    case 423:
      return new ConnectorError('STORE_UNAVAILABLE', 'The shop is frozen or locked.')
    case 404:
      return new ConnectorError('STORE_NOT_FOUND', 'There is no shop of this platform at the store URL.')
    case 403:
      if (!isPage) return new ConnectorError('INSUFFICIENT_SCOPE', 'The credentials have no permission for this.')
  }
  return new ConnectorError(
    'UPSTREAM_ERROR',
    isPage ? 'The shop answered with a page instead of data.' : `The shop answered with an error (${status}).`,
  )
}

/** Returns the JSON of a successful response. Throws its refusal otherwise. */
export const requireJson = (
  answer: ShopAnswer,
  refusal: (answer: ShopAnswer) => ConnectorError = toRefusal,
): unknown => {
  if (answer.status < 200 || answer.status > 299 || answer.json === undefined) throw refusal(answer)
  return answer.json
}

export const buildUnreadableError = () => new ConnectorError('UPSTREAM_ERROR', 'The answer of the shop cannot be read.')

export const buildCursorError = () => new ConnectorError('INVALID_CONFIG', 'The cursor is not one of this shop.')

export const requireList = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw buildUnreadableError()
  return value
}
