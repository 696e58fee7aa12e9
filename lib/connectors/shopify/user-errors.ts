import { ConnectorError } from '../connector.ts'
import { readPath } from '../graphql.ts'
import type { Outcomes } from '../outcomes.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'

export interface UserError {
  code: string | null
  /** Which of a list it is about. */
  place: number | undefined
  message: string
}

const readIndex = (field: unknown): number | undefined => {
  const number = Array.isArray(field) ? field.find((part) => /^\d{1,4}$/.test(String(part))) : undefined
  return number === undefined ? undefined : Number(number)
}

/** What a shop says against a change; nothing where it has made it. */
export const listUserErrors = (payload: unknown): UserError[] =>
  requireList(readPath(payload, 'userErrors')).map((error) => ({
    code: readText(readPath(error, 'code')),
    place: readIndex(readPath(error, 'field')),
    message: readText(readPath(error, 'message')) ?? 'The shop does not take it.',
  }))

/** What the shop would not say of the same again. */
const toPassingError = ({ code }: UserError): ConnectorError | undefined => {
  // Another try of the same request is still under way.
  if (code?.startsWith('IDEMPOTENCY_')) return new ConnectorError('STORE_UNAVAILABLE', 'The shop is still at it.')
  // What went away a moment ago is made anew the next time.
  if (code?.endsWith('_DOES_NOT_EXIST')) return new ConnectorError('UPSTREAM_ERROR', 'The shop has lost it meanwhile.')
  return undefined
}

/** Sends all; as long as the shop names some of them as wrong, the others again without them. */
export const sendWithoutRefused = async <T extends { id: string }>(
  items: readonly T[],
  outcomes: Outcomes,
  send: (items: readonly T[]) => Promise<UserError[]>,
): Promise<void> => {
  for (let left = [...items]; left.length; ) {
    const errors = await send(left)
    const [first] = errors
    if (!first) return
    const error = toPassingError(first)
    if (error) throw error
    const wrong = left.filter((_, at) => errors.some(({ place }) => place === at))
    for (const { id } of wrong.length ? wrong : left)
      outcomes.refuse(
        id,
        errors.find(({ place }) => place !== undefined && left[place]?.id === id)?.message ?? first.message,
      )
    left = left.filter(outcomes.isOpen)
  }
}
