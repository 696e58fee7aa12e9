import { ConnectorError } from '../connector.ts'
import { readPath } from '../graphql.ts'
import type { Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'

export interface UserError {
  code: string | null
  /** Index of the item that the error is about. */
  index: number | undefined
  message: string
}

const readIndex = (field: unknown): number | undefined => {
  const number = Array.isArray(field) ? field.find((part) => /^\d{1,4}$/.test(String(part))) : undefined
  return number === undefined ? undefined : Number(number)
}

/** Returns the errors of a mutation; none if the shop accepted it. */
export const listUserErrors = (payload: unknown): UserError[] =>
  requireList(readPath(payload, 'userErrors')).map((error) => ({
    code: readText(readPath(error, 'code')),
    index: readIndex(readPath(error, 'field')),
    message: readText(readPath(error, 'message')) ?? 'The shop rejects it.',
  }))

/** Returns an error that a retry may avoid. */
const toTransientError = ({ code }: UserError): ConnectorError | undefined => {
  // Another attempt of the same request is in progress.
  if (code?.startsWith('IDEMPOTENCY_'))
    return new ConnectorError('STORE_UNAVAILABLE', 'The shop is still processing the request.')
  // The next push creates it again.
  if (code?.endsWith('_DOES_NOT_EXIST'))
    return new ConnectorError('UPSTREAM_ERROR', 'The record was deleted in the shop meanwhile.')
  return undefined
}

/** Sends all items; refuses those that the shop rejects and sends the remaining ones again. */
export const sendWithoutRefused = async <T extends { id: string }>(
  items: readonly T[],
  outcomes: Outcomes,
  send: (items: readonly T[]) => Promise<UserError[]>,
): Promise<void> => {
  for (let remaining = [...items]; remaining.length; ) {
    const errors = await send(remaining)
    const [first] = errors
    if (!first) return
    const error = toTransientError(first)
    if (error) throw error
    const wrong = remaining.filter((_, at) => errors.some(({ index }) => index === at))
    for (const { id } of wrong.length ? wrong : remaining)
      outcomes.refuse(
        id,
        errors.find(({ index }) => index !== undefined && remaining[index]?.id === id)?.message ?? first.message,
      )
    remaining = remaining.filter(outcomes.isOpen)
  }
}
