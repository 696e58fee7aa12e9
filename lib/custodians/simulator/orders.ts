import { computeChance } from '../../platform/compute-chance.ts'
import {
  type CancelAnswer,
  CustodianError,
  type CustodianSystem,
  type Dispatch,
  type RemoteFulfilment,
} from '../custodian-connector.ts'
import {
  type CustodianState,
  findPlaced,
  markCancelled,
  noteMissed,
  openCustodianState,
  placeOrder,
} from './custodian-state.ts'
import { happens, openSimulation, type Simulation } from './simulation.ts'
import { computeFulfilment, isCancellable } from './timeline.ts'

const open = (system: CustodianSystem): { simulation: Simulation; state: CustodianState } => {
  const simulation = openSimulation(system)
  return { simulation, state: openCustodianState(system, simulation.seed) }
}

export const test = async (system: CustodianSystem): Promise<void> => {
  openSimulation(system)
}

const buildUnclearError = () =>
  new CustodianError('UNAVAILABLE', "The custodian's system did not answer in time.", { isUnclear: true })

export const dispatch = async (system: CustodianSystem, { reference, lines }: Dispatch): Promise<RemoteFulfilment> => {
  const { simulation, state } = open(system)
  const known = await findPlaced(state, reference)
  if (known) return computeFulfilment(known, simulation, system.now)
  const isUnclear = happens(simulation, 'unclear_percent', reference)
  const isLost = isUnclear && computeChance(simulation.seed, 'lost', reference) % 2 === 0
  if (isLost && (await noteMissed(state, reference))) throw buildUnclearError()
  const pieces = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  const placedAt = system.now.toISOString()
  const order = await placeOrder(state, { reference, lines: pieces, placedAt, cancelledAt: null })
  if (isUnclear && !isLost) throw buildUnclearError()
  return computeFulfilment(order, simulation, system.now)
}

export const find = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const { simulation, state } = open(system)
  const order = await findPlaced(state, reference)
  return order && computeFulfilment(order, simulation, system.now)
}

const REFUSED: CancelAnswer = { answer: 'refused', reason: 'The order is being picked already.' }

export const cancel = async (system: CustodianSystem, { reference }: { reference: string }): Promise<CancelAnswer> => {
  const { simulation, state } = open(system)
  const order = await findPlaced(state, reference)
  if (!order) return { answer: 'refused', reason: 'The custodian does not know the order.' }
  if (order.cancelledAt !== null) return { answer: 'accepted' }
  if (!isCancellable(order, simulation, system.now)) return REFUSED
  // Of two calls at once, both find the order cancelled.
  await markCancelled(state, order, system.now.toISOString())
  return { answer: 'accepted' }
}
