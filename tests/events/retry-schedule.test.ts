import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { beginTry, computeNextTry, describeError } from '../../lib/platform/queue/retry-schedule.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Table, TransientFault } from '../../lib/platform/store/table/table.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('the next try', () => {
  it.each([
    [1, undefined, 60],
    [2, undefined, 120],
    [8, undefined, 43_200],
    [1, '30', 60],
    [1, '90', 90],
    [1, inSeconds(600).toUTCString(), 600],
    [1, '999999', 43_200],
    [1, 'soon', 60],
  ])('comes after try %i with Retry-After %s in %i seconds', (attempts, retryAfter, seconds) => {
    expect(computeNextTry(attempts, NOW, retryAfter)).toBe(inSeconds(seconds).toISOString())
  })

  it('does not come after the ninth', () => {
    expect(computeNextTry(9, NOW)).toBeUndefined()
  })
})

describe('a try', () => {
  const aDelivery = async () => {
    const delivery = { pk: `T#${newId(NOW)}#delivery`, sk: newId(NOW), status: 'due', attempts: 0 }
    await app().db.put({ put: delivery })
    return delivery
  }

  it('is begun by one of several workers, and by another one once it has expired', async () => {
    const delivery = await aDelivery()
    const begun = await Promise.all([0, 1, 2, 3].map(() => beginTry(app().db, delivery, NOW)))
    expect(begun.filter(Boolean)).toHaveLength(1)
    const current = { ...delivery, attempts: 1 }
    expect(await beginTry(app().db, current, inSeconds(89))).toBeUndefined()
    expect(await beginTry(app().db, current, inSeconds(90))).toMatchObject({ attempts: 2 })
  })

  it('is not begun if the delivery has ended since it was read', async () => {
    const delivery = await aDelivery()
    await app().db.put({ put: { ...delivery, status: 'done' } })
    expect(await beginTry(app().db, delivery, NOW)).toBeUndefined()
  })

  it('is begun once if the first answer is lost', async () => {
    const delivery = await aDelivery()
    const { db } = app()
    let isFirst = true
    const update: Table['update'] = async (given) => {
      const written = await db.update(given)
      if (!isFirst) return written
      isFirst = false
      throw new TransientFault('unreachable')
    }
    expect(await beginTry(retryTable({ ...db, update }), delivery, NOW)).toMatchObject({ attempts: 1 })
  })
})

it('describes an error by its code, never by its message', () => {
  const error = Object.assign(new Error('jo@example.com was refused'), { code: 'EENVELOPE', responseCode: 550 })
  expect(describeError(error)).toBe('EENVELOPE 550')
})
