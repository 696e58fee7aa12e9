import { ConnectorError } from './connector.ts'
import type { ShopAnswer } from './shop-http.ts'

/** What a status means where a platform has no words of its own for it. */
export const toRefusal = ({ status, json }: ShopAnswer): ConnectorError => {
  const isPage = json === undefined
  switch (status) {
    case 401:
      return new ConnectorError('AUTH_FAILED', 'The store does not take the credentials.')
    case 402:
    case 423:
      return new ConnectorError('STORE_UNAVAILABLE', 'The store is frozen or locked.')
    case 404:
      return new ConnectorError('STORE_NOT_FOUND', 'There is no store of this kind at this address.')
    case 403:
      if (!isPage)
        return new ConnectorError('INSUFFICIENT_SCOPE', 'The store does not allow this with these credentials.')
  }
  return new ConnectorError(
    'UPSTREAM_ERROR',
    isPage ? 'The store answered with something else than data.' : `The store answered with an error (${status}).`,
  )
}

/** The JSON of a good answer; its refusal otherwise. */
export const requireJson = (
  answer: ShopAnswer,
  refusal: (answer: ShopAnswer) => ConnectorError = toRefusal,
): unknown => {
  if (answer.status < 200 || answer.status > 299 || answer.json === undefined) throw refusal(answer)
  return answer.json
}

export const buildUnreadableError = () =>
  new ConnectorError('UPSTREAM_ERROR', 'The store answered something that cannot be read.')

export const requireList = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw buildUnreadableError()
  return value
}
