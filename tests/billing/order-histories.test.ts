import { expect, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { liveHistory } from './order-histories.ts'

const part = proofPart(4)

test('orders, their documents, their charges and their parcels agree after each step of a history', {
  timeout: 60_000 + part.count * 60_000,
}, async () => {
  const broken: string[] = []
  for (const seed of seedsOf(part))
    try {
      recordFigures(await liveHistory(seed))
    } catch (error) {
      broken.push(`${replay('order-histories', seed)}: ${(error as Error).stack}`)
    }
  expect(broken).toEqual([])
})
