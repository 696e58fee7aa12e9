import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { computeChance } from '../../platform/compute-chance.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'

const PERCENTAGES = {
  /** Percentage of orders in two parcels, if they have two pieces. */
  split_percent: 50,
  /** Percentage of orders of which one piece is missing. */
  short_percent: 0,
  /** Percentage of orders that take ten times as long from the shelf on. */
  late_percent: 0,
  /** Percentages of orders whose last parcel is lost or damaged. */
  lost_percent: 0,
  damaged_percent: 0,
  /** Percentage of orders that the custodian refuses. */
  refused_percent: 0,
  /** Percentage of orders whose first dispatch has no answer; the custodian got half of them. */
  unclear_percent: 0,
  /** Percentages of webhooks that come twice, after the next one, or never. */
  twice_percent: 0,
  disorder_percent: 0,
  silent_percent: 0,
  /** Percentages of calls that fail or are rate limited. */
  fail_percent: 0,
  rate_limit_percent: 0,
} as const

const NUMBERS = { step_seconds: 60, products: 12, on_hand: 100 } as const

type Name = keyof typeof PERCENTAGES | keyof typeof NUMBERS

/** Settings of a simulated custodian. */
export interface Simulation extends Readonly<Record<Name, number>> {
  seed: string
}

const MAX_NUMBER = 1_000_000

const buildConfigError = (message: string) => new CustodianError('INVALID_CONFIG', message)

/** Reads the settings; throws if one is unknown or has a wrong value. */
export const readSimulation = ({ accountId, integrationId }: ConnectionConfig): Simulation => {
  const settings: Record<string, number> = { ...PERCENTAGES, ...NUMBERS }
  for (const [name, text] of new URLSearchParams(integrationId ?? '')) {
    if (!Object.hasOwn(settings, name)) throw buildConfigError('integrationId has a setting that is not known.')
    const most = Object.hasOwn(PERCENTAGES, name) ? 100 : MAX_NUMBER
    if (!/^\d{1,7}$/.test(text) || Number(text) > most)
      throw buildConfigError(`${name} in integrationId must be a whole number up to ${most}.`)
    settings[name] = Number(text)
  }
  settings.step_seconds = Math.max(1, settings.step_seconds ?? 1)
  return { ...(settings as Record<Name, number>), seed: accountId ?? 'entrepot' }
}

/** Decides by the seed whether something happens to the thing that the words name. */
export const happens = (simulation: Simulation, name: keyof typeof PERCENTAGES, ...words: (string | number)[]) =>
  computeChance(simulation.seed, name, ...words) % 100 < simulation[name]

// Bounded: a custodian that is evicted starts its sequence of failures again.
const calls = createBoundedCache<number>(1000)

/** Counts a call and returns the settings. Throws as often as the settings demand. */
export const openSimulation = ({ credentials }: CustodianSystem): Simulation => {
  const { apiKey } = credentials
  if (apiKey === 'refused') throw new CustodianError('AUTH_FAILED', 'The custodian rejected the API key.')
  if (apiKey === 'forbidden') throw new CustodianError('INSUFFICIENT_SCOPE', 'The API key does not allow this.')
  if (apiKey === 'unavailable') throw new CustodianError('UNAVAILABLE', "The custodian's system is closed.")
  const simulation = readSimulation(credentials)
  const call = (calls.get(simulation.seed) ?? 0) + 1
  calls.set(simulation.seed, call)
  if (happens(simulation, 'fail_percent', call))
    throw new CustodianError('UPSTREAM_ERROR', "The custodian's system answered with an error (500).")
  if (happens(simulation, 'rate_limit_percent', call))
    throw new CustodianError('RATE_LIMITED', 'The custodian limits the rate of requests. Try again later.', {
      retryAfterSeconds: 1 + (call % 3),
    })
  return simulation
}
