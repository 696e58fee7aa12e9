import type { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredChannel, scheduleSync } from './channel.ts'
import { changeChannel, findChannel, loadChannel } from './channel-store.ts'
import { buildFailedStatus } from './failed-status.ts'

/** A channel as it was when its shop was opened. */
export type OpenedChannel = Pick<StoredChannel, 'id' | 'sealedCredentials'>

/** Returns true if the channel still has the credentials of `opened`; they are encrypted again with every change. */
export const hasCredentialsOf = (
  { sealedCredentials }: Pick<StoredChannel, 'sealedCredentials'>,
  opened: OpenedChannel,
): boolean => sealedCredentials === opened.sealedCredentials

const REFUSAL_CODES = ['AUTH_FAILED', 'INSUFFICIENT_SCOPE']

/**
 * Returns true if a test of the connection or an order sync, which failed like this, can succeed only with other credentials.
 */
export const isRefusal = (code: string | null | undefined): boolean => REFUSAL_CODES.includes(code ?? '')

/** Returns true if the shop refused credentials that were replaced or deleted since; that says nothing about the channel. */
export const isOutdatedRefusal = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  opened: OpenedChannel,
  { code }: ConnectorError,
): Promise<boolean> => {
  if (!isRefusal(code)) return false
  const channel = await findChannel(db, tenant, opened.id)
  return channel !== undefined && !hasCredentialsOf(channel, opened)
}

/** Builds the changes that stop syncing a channel whose credentials the shop refuses, until they are replaced. */
export const buildAuthBlock = (channel: StoredChannel, error: ConnectorError, now: Date) => {
  const authFailedAt = channel.authFailedAt ?? now.toISOString()
  const connectionStatus = buildFailedStatus(error, now)
  return { authFailedAt, connectionStatus, ...scheduleSync({ ...channel, authFailedAt }, now) }
}

/**
 * Stops syncing the channel, whose shop refused the credentials with which it was opened. Does nothing if that was done
 * already, or if the credentials were replaced or deleted meanwhile.
 */
export const blockChannel = async (unit: Unit, opened: OpenedChannel, error: ConnectorError): Promise<void> => {
  const channel = await loadChannel(unit, opened.id)
  if (!channel.authFailedAt && hasCredentialsOf(channel, opened))
    changeChannel(unit, channel, buildAuthBlock(channel, error, unit.now))
}
