import { afterAll, beforeAll, expect, it } from 'vitest'
import { bills } from '../../lib/billing/bills/bill-store.ts'
import type { StoredPaymentRun } from '../../lib/billing/payment-runs/payment-run.ts'
import { paymentRunItems, paymentRuns } from '../../lib/billing/payment-runs/payment-run-store.ts'
import { processPaymentRun } from '../../lib/billing/payment-runs/process-payment-run.ts'
import { settlements } from '../../lib/billing/settlements/settlement-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { readEvents } from '../support/events.ts'
import { Crash, FAULTS, faulty, seeded, serve, weather } from '../support/faults.ts'
import { memoryTable } from '../support/memory-table.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { makeScheduler } from '../support/scheduler.ts'
import {
  act,
  aPayee,
  aPayer,
  BILLS,
  findBillFaults,
  findRunFaults,
  ofRun,
  REFERENCE,
  readStored,
  run,
  SENT,
} from './paying-bills.ts'
import { aCharge, of, settle } from './settling.ts'

const part = proofPart(1)
const STEPS = 30
const AT_ONCE = 4
const PROOF = process.env.PROOF_NAME ?? 'local-payment-runs'
/** A table in memory is faster, and its seeds choose the order of the calls; only DynamoDB has conflicts of its own. */
const isInMemory = PROOF === 'payment-runs'

let random = seeded(part.from)
const among = (most: number) => Math.floor(random() * most)
const chooseOne = <T>(all: readonly T[]) => all[among(all.length)] as T

const door = isInMemory ? memoryTable() : openTable(readConfig().table)
const scheduler = makeScheduler(among, () => undefined)

beforeAll(() => {
  const limits = { ...readConfig().limits, identity: 1_000_000, ip: 1_000_000, auth: 1_000_000 }
  const table = isInMemory ? scheduler.scheduled(door) : door
  useApp({ ...makeApp({ ...readConfig(), limits }), db: retryTable(faulty(table)) })
})
afterAll(() => useApp(undefined))

const SMALL = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }

/** Runs a step in a process of its own, which may be killed; returns whether it was. */
const served = async (kill: number, work: () => Promise<unknown>) => {
  const sky = weather(among(2 ** 31), { ...SMALL, crashBefore: kill / 2, crashAfter: kill / 2 })
  const faults = () => FAULTS.reduce((sum, fault) => sum + sky.tally[fault], 0)
  try {
    return { killed: 0, answer: await serve({ weather: sky, tenant: undefined }, work), faults: faults() }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return { killed: 1, answer: undefined, faults: faults() }
  }
}

/** Does pieces of work at the same time; returns their results. */
const together = async <T>(pieces: readonly (() => Promise<T>)[]): Promise<T[]> => {
  if (!isInMemory) return await Promise.all(pieces.map((piece) => piece()))
  const results: T[] = []
  for (const [place, piece] of pieces.entries())
    scheduler.begin(`${place}`, async () => {
      results[place] = await piece()
    })
  await scheduler.run(() => undefined)
  return results
}

/** Lets people and tasks of a new tenant pay, kills some of them, and checks what was paid. */
const payBySeed = async (seed: number) => {
  random = seeded(seed)
  const member = await aPayer()
  const { tenant } = member
  const partners = [(await aPayee(member)).id, (await aPayee(member)).id]
  const known = { bills: [] as { id: string }[], runs: [] as { id: string }[], settlements: [] as { id: string }[] }
  const some = (kind: keyof typeof known) => (known[kind].length ? chooseOne(known[kind]) : { id: 'none' })
  let made = 0
  const record = async () => {
    const { status, body } = await member.post(BILLS, {
      partnerId: chooseOne(partners),
      billNumber: `K-${++made}`,
      currency: 'EUR',
      totalAmount: 1 + among(3),
      issuedAt: '2026-03-01',
      dueAt: '2026-03-31',
    })
    if (status === 201) known.bills.push(body)
    return { status }
  }
  const ready = async () => {
    await record()
    const bill = known.bills.at(-1)
    if (!bill) return { status: 404 }
    await act(member, bill, 'approve')
    return await act(member, bill, 'schedule')
  }
  const approved = async () => {
    const partnerId = chooseOne(partners)
    await aCharge(member, partnerId, { amount: 1 + among(9) })
    const { status, body } = await settle(member, partnerId)
    if (status !== 201) return { status }
    known.settlements.push(body)
    return await member.post(of(body, 'approve'))
  }
  const create = async () => {
    const billIds = Array.from({ length: 3 }, () => some('bills').id).filter((id) => id !== 'none')
    const asked = chooseOne([{ dueUntil: '2099-01-01' }, { dueUntil: '2099-01-01' }, { billIds }])
    const { status, body } = await run(member, asked)
    if (status === 201) known.runs.push(body)
    return { status }
  }
  const decide = async (action: string, body?: object) => {
    const target = some('runs')
    const items = (await member.get(ofRun(target))).body.items as { id: string }[] | undefined
    const itemIds = items?.length && random() < 0.6 ? { itemIds: [chooseOne(items).id] } : {}
    return await member.post(ofRun(target, action), { ...body, ...itemIds })
  }
  const tasks = async () => {
    for (const { id, work } of await readStored<StoredPaymentRun>(tenant, 'payment-run'))
      if (work) await processPaymentRun(app(), { tenant, runId: id }, app().clock())
  }
  const byHand = () => act(member, some('bills'), chooseOne(['approve', 'schedule', ...Object.keys(SENT)]))
  const acts: (() => Promise<unknown>)[] = [
    ready,
    ready,
    approved,
    create,
    create,
    () => member.post(ofRun(some('runs'), 'submit')),
    () => member.post(ofRun(some('runs'), 'submit')),
    () => decide('confirm'),
    () => decide('confirm'),
    () => decide('reject', { reason: 'Race' }),
    () => member.post(ofRun(some('runs'), 'cancel')),
    byHand,
    byHand,
    () => act(member, some('bills'), 'resolve'),
    () => member.post(of(some('settlements'), 'mark-paid'), REFERENCE),
    () => member.post(of(some('settlements'), 'reject'), { reason: 'Race' }),
    tasks,
  ]
  for (let i = 0; i < 12; i++) await ready()
  const tally = { killed: 0, faults: 0, refused: 0, done: 0 }
  for (let step = 0; step < STEPS; step++) {
    const pieces = Array.from({ length: AT_ONCE }, () => chooseOne(acts))
    const asked = await together(pieces.map((act) => () => served(0.01, act)))
    for (const { killed, faults, answer } of asked) {
      tally.killed += killed
      tally.faults += faults
      const { status = 200 } = (answer ?? {}) as { status?: number }
      expect(status).toBeLessThan(500)
      if (status < 300) tally.done++
      else tally.refused++
    }
    if (step % 20 === 19) expect([...(await findBillFaults(tenant)), ...(await findRunFaults(tenant))]).toEqual([])
  }
  await tasks()
  expect([...(await findBillFaults(tenant)), ...(await findRunFaults(tenant))]).toEqual([])
  for (const kind of [bills, settlements, paymentRuns, paymentRunItems].map((each) => toAnyEntity(each as never))) {
    const counted = await recount({ db: door, kind, tenant, repair: false, found: () => {} }, () => true)
    expect(counted).toMatchObject({ differences: 0, moving: 0 })
  }
  const completed = (await readEvents(tenant)).filter(({ topic }) => topic === 'finance.outgoing_payment.completed')
  const told = completed.map(({ data }) => (data as { paymentId: string }).paymentId)
  type Paid = { id: string; rev: number; createdAt: string; updatedAt: string; status: string; totalAmount: number }
  const all = [...(await readStored<Paid>(tenant, 'bill')), ...(await readStored<Paid>(tenant, 'settlement'))]
  const paid = all.filter(({ status, totalAmount }) => status === 'paid' && totalAmount > 0)
  const isTold = ({ id }: Paid) => told.filter((each) => each === id).length === 1
  expect(paid.filter((each) => !isTold(each))).toEqual([])
  expect(told.length).toBe(paid.length)
  return { bills: made, runs: known.runs.length, paid: paid.length, ...tally }
}

it(`pays nothing twice and loses nothing when concurrent steps are killed, in ${part.count} histories`, {
  timeout: 120_000 + part.count * STEPS * 4000,
}, async () => {
  for (const seed of seedsOf(part)) {
    const figures = await payBySeed(seed).catch((error: Error) => {
      throw new Error(`${replay(PROOF, seed)}: ${error.message}`, { cause: error })
    })
    recordFigures(figures)
  }
})
