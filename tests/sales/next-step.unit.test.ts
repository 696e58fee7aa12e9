import { describe, expect, it } from 'vitest'
import { ConnectorError } from '../../lib/connectors/connector.ts'
import { explainStop } from '../../lib/sales/catalog-runs/catalog-run.ts'
import { decideAfterPartFailure, isStalled } from '../../lib/sales/catalog-runs/partition.ts'
import { decideAfterSyncFailure } from '../../lib/sales/order-sync/sync-channel.ts'
import { nextStep } from '../../lib/sales/runs/next-step.ts'
import { STOPPED, WORKER_LOST } from '../../lib/sales/runs/run-failure.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const HOUR = 3600
const END = { do: 'end' }
const LEAVE = { do: 'leave', until: NOW }
const WORK = { do: 'work' }
const close = (ending: unknown) => ({ do: 'close', ending })
const failed = (code: ConnectorError['code'], retryAfterSeconds?: number) =>
  new ConnectorError(code, 'The shop failed.', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

describe('the next step of a run', () => {
  it.each([
    // isDone, stop, isStalled, isOutOfTime
    [true, undefined, false, false, END],
    [true, undefined, false, true, END],
    [true, undefined, true, false, END],
    [true, undefined, true, true, END],
    [true, STOPPED, false, false, END],
    [true, STOPPED, false, true, END],
    [true, STOPPED, true, false, END],
    [true, STOPPED, true, true, END],
    [false, STOPPED, false, false, close(STOPPED)],
    [false, STOPPED, false, true, close(STOPPED)],
    [false, STOPPED, true, false, close(STOPPED)],
    [false, STOPPED, true, true, close(STOPPED)],
    [false, undefined, true, false, close(WORKER_LOST)],
    [false, undefined, true, true, close(WORKER_LOST)],
    [false, undefined, false, true, LEAVE],
    [false, undefined, false, false, WORK],
  ])('(done: %s, stop: %j, stalled: %s, out of time: %s) is %j', (isDone, stop, isStalled, isOutOfTime, step) => {
    expect(nextStep({ isDone, stop, isStalled, isOutOfTime }, NOW)).toEqual(step)
  })
})

describe('the reason to stop work on a channel', () => {
  const refusal = { connected: false, errorCode: 'AUTH_FAILED', errorMessage: null, checkedAt: '', storeInfo: {} }
  const pending = { ...refusal, errorCode: 'AUTHORIZATION_PENDING' }
  const authFailedAt = NOW.toISOString()
  it.each([
    ['active', null, null, false, undefined],
    ['active', null, null, true, 'STOPPED'],
    ['paused', null, null, false, 'STOPPED'],
    ['disconnected', null, null, false, 'STOPPED'],
    ['active', authFailedAt, refusal, false, 'AUTH_FAILED'],
    ['active', authFailedAt, pending, false, 'AUTHORIZATION_PENDING'],
    ['active', authFailedAt, pending, true, 'STOPPED'],
  ] as const)('(status: %s, refused at: %s, connection: %j, tenant closed: %s) is %s', (...row) => {
    const [status, refusedAt, connectionStatus, isTenantClosed, code] = row
    const channel = { status, authFailedAt: refusedAt, connectionStatus }
    expect(explainStop(channel, isTenantClosed)?.errorCode).toBe(code)
  })
})

describe('a partition', () => {
  const moved = (hoursAgo: number, lost?: number) => ({
    channelId: '',
    runId: '',
    index: 0,
    tries: 0,
    movedAt: inSeconds(-hoursAgo * HOUR).toISOString(),
    ...(lost !== undefined && { lost }),
  })
  it.each([
    [1, undefined, false],
    [24, 0, false],
    [25, 0, true],
    [1, 19, false],
    [1, 20, true],
  ])('that recorded its last part %s hours ago and has lost %s workers is stalled: %s', (hoursAgo, lost, expected) => {
    expect(isStalled(moved(hoursAgo, lost), NOW)).toBe(expected)
  })

  it.each([
    ['AUTH_FAILED', 0, 0, true, 'close'],
    ['INVALID_CONFIG', 0, 0, true, 'close'],
    ['UPSTREAM_ERROR', 0, 0, true, 'leave'],
    ['UPSTREAM_ERROR', 3, 0, true, 'leave'],
    ['UPSTREAM_ERROR', 4, 0, true, 'give up'],
    ['UPSTREAM_ERROR', 4, 1, true, 'give up'],
    ['UPSTREAM_ERROR', 4, 2, true, 'close'],
    ['UPSTREAM_ERROR', 4, 0, false, 'close'],
    ['RATE_LIMITED', 4, 2, false, 'leave'],
  ] as const)(
    '(error: %s, tries: %s, parts given up: %s, may give up: %s) takes the step: %s',
    (code, tries, givenUp, may, step) => {
      expect(decideAfterPartFailure(failed(code), { tries, givenUp }, may, NOW).do).toBe(step)
    },
  )

  it.each([
    ['UPSTREAM_ERROR', undefined, 0, 1, 30],
    ['UPSTREAM_ERROR', undefined, 3, 4, 240],
    ['UPSTREAM_ERROR', 600, 0, 1, 600],
    ['UPSTREAM_ERROR', 5, 0, 1, 30],
    ['RATE_LIMITED', undefined, 2, 2, 60],
    ['RATE_LIMITED', 5, 2, 2, 5],
  ] as const)('(error: %s, Retry-After: %s, tries: %s) is left with %s tries for %s seconds', (...row) => {
    const [code, retryAfter, before, tries, seconds] = row
    const step = decideAfterPartFailure(failed(code, retryAfter), { tries: before }, true, NOW)
    expect(step).toEqual({ do: 'leave', until: inSeconds(seconds), tries })
  })
})

describe('a sync whose shop failed', () => {
  it.each([
    ['RATE_LIMITED', undefined, 1, 60],
    ['RATE_LIMITED', 5, 23, 5],
  ] as const)(
    'waits after %s with Retry-After %s, %s hours after its start, for %s seconds',
    (code, retryAfter, hours, seconds) => {
      const startedAt = inSeconds(-hours * HOUR).toISOString()
      expect(decideAfterSyncFailure(failed(code, retryAfter), startedAt, NOW)).toEqual({
        do: 'leave',
        until: inSeconds(seconds),
      })
    },
  )

  it.each([
    ['RATE_LIMITED', 24],
    ['UPSTREAM_ERROR', 1],
    ['AUTH_FAILED', 1],
  ] as const)('is closed after %s, %s hours after its start', (code, hours) => {
    const error = failed(code)
    expect(decideAfterSyncFailure(error, inSeconds(-hours * HOUR).toISOString(), NOW)).toEqual(close(error))
  })
})
