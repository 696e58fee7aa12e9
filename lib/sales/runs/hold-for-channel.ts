import { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { CallOutcome } from '../../platform/effects/run-effect.ts'
import { type Holder, write } from '../../platform/effects/under-lease.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { blockChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import type { RunFailure } from './run-failure.ts'
import { type Attempt, computeNextAttempt, findFailure } from './single-run.ts'

// Steps that all calls have in common by which a shop is told of something, such as a parcel.

/** Tells whether the shop cannot be called before somebody resumes the channel or replaces its credentials. */
export const mustHold = ({ status, authFailedAt }: StoredChannel): boolean => status === 'paused' || !!authFailedAt

export const explainDisconnected = (what: string): RunFailure => ({
  errorCode: 'CHANNEL_DISCONNECTED',
  errorCategory: 'stopped',
  errorMessage: `The channel is disconnected, so the shop does not hear of ${what}.`,
})

/** Stores a thing that waits for its channel; `isHeld` is false if the channel can be used again by now. */
export const holdForChannel = async (
  unit: Unit,
  { db }: Pick<App, 'db'>,
  channel: StoredChannel,
  store: (isHeld: boolean) => void,
): Promise<void> => {
  const current = unit.isRerun ? await findChannel(db, unit.tenant, channel.id) : channel
  const isHeld = current !== undefined && mustHold(current)
  store(isHeld)
  // Fails if the channel changes at the same moment, since its release would miss this thing.
  if (isHeld) unit.require(channels, current)
}

interface Plan {
  failure: RunFailure | undefined
  /** Attempts in a row that failed. */
  tries: number
  /** Time of the next attempt; undefined if none follows. */
  next: Date | undefined
}

/** Decides how it goes on after an attempt. */
export const planNextAttempt = (attempt: Attempt, triesBefore: number, now: Date): Plan => {
  const found = findFailure(attempt)
  if (!found) return { failure: undefined, tries: 0, next: undefined }
  const tries = triesBefore + 1
  const retryAfter = attempt instanceof ConnectorError ? attempt.retryAfterSeconds : undefined
  return {
    failure: found.failure,
    tries,
    next: found.mayRetry ? computeNextAttempt(tries, retryAfter, now) : undefined,
  }
}

/** Blocks the channel of a shop that did not accept its credentials. */
export const blockRefused = async <Answer, Intent>(
  holder: Holder,
  channel: StoredChannel,
  outcome: CallOutcome<Answer, ConnectorError, Intent> | undefined,
): Promise<void> => {
  if (outcome && 'error' in outcome && outcome.error.code === 'AUTH_FAILED')
    await write(holder, (unit) => blockChannel(unit, channel, outcome.error))
}
