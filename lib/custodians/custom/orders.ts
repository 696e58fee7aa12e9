import { readText } from '../../connectors/reading.ts'
import type { CancelAnswer, CustodianSystem, Dispatch, RemoteFulfilment } from '../custodian-connector.ts'
import { readFulfilment, UnreadableFulfilment } from '../read-fulfilment.ts'
import { askSystem, buildUnreadableError } from './ask-system.ts'

export const test = async (system: CustodianSystem): Promise<void> => {
  await askSystem(system, 'connection.tested', { key: system.now.toISOString(), data: {} })
}

const NOT_FOUND = [404, 410]
const REFUSED = 422
const NOT_CANCELLED = 409

/** Reads the state in an answer; it must be that of the order that was asked for. */
const readAnswer = (json: unknown, reference: string): RemoteFulfilment => {
  try {
    const fulfilment = readFulfilment(json)
    if (fulfilment.reference === reference) return fulfilment
  } catch (error) {
    if (!(error instanceof UnreadableFulfilment)) throw error
    throw buildUnreadableError(error)
  }
  throw buildUnreadableError()
}

export const dispatch = async (system: CustodianSystem, order: Dispatch): Promise<RemoteFulfilment> => {
  const { reference } = order
  const { status, json } = await askSystem(system, 'fulfilment_order.requested', {
    key: reference,
    data: order,
    expected: [REFUSED],
  })
  const plain = { reference, remoteId: reference, cancelled: [], parcels: [] }
  if (status === REFUSED) return { ...plain, state: 'refused', reason: "The custodian's system refused the order." }
  // A system that only receives the order tells its state later.
  return json === null ? { ...plain, state: null, reason: null } : readAnswer(json, reference)
}

export const find = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const key = `${reference} ${system.now.toISOString()}`
  const { json } = await askSystem(system, 'fulfilment_order.read', { key, data: { reference }, expected: NOT_FOUND })
  return json === null ? undefined : readAnswer(json, reference)
}

export const cancel = async (
  system: CustodianSystem,
  { reference, remoteId: id }: { reference: string; remoteId: string },
): Promise<CancelAnswer> => {
  const refused = { answer: 'refused', reason: 'The custodian can no longer cancel the order.' } as const
  const { status, json } = await askSystem(system, 'fulfilment_order.cancel_requested', {
    key: reference,
    data: { reference, id },
    expected: [NOT_CANCELLED],
  })
  if (status === NOT_CANCELLED) return refused
  const { answer, reason } = (json ?? {}) as { answer?: unknown; reason?: unknown }
  if (answer === 'accepted') return { answer }
  if (answer === 'refused') return { ...refused, reason: readText(reason) ?? refused.reason }
  return { answer: 'pending' }
}
