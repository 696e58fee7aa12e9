import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda'
import { handler as redrive } from '../../../functions/events/every-minute-redrive-outbox.ts'
import { handler as onEvent } from '../../../functions/events/on-event.ts'
import { handler as onTableChange } from '../../../functions/events/on-table-change.ts'
import { setSettings } from '../../../lib/configuration/change-settings.ts'
import { NOTIFICATION_SETTINGS } from '../../../lib/notification/notification-settings.ts'
import { changePolicy } from '../../../lib/notification/preferences/policy-store.ts'
import { useApp } from '../../../lib/platform/app/app.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import { formatKey, type Item } from '../../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { addMembers } from '../../support/staff.ts'
import type { World } from '../world.ts'
import { makeQueue } from './queue.ts'

const ROLES = ['owner', 'finance'] as const
const MAX_RECORDS = 10
const MAX_MESSAGES = 10

/** Adds members to a tenant who are notified of new partners, by no other way than in their lists. */
export const addRecipients = async ({ app, clock }: World, tenant: Id): Promise<Id[]> => {
  const identities = ROLES.map(() => newId(clock()))
  await runInUnit(app.db, { tenant, actor: null, now: clock() }, async (unit) => {
    addMembers(unit, identities, ROLES)
    await changePolicy(app.db, unit, [{ type: 'partner.partner.created', channel: 'email', enabled: false }])
    await setSettings(app, unit, { authenticatedAt: undefined, methods: [], demandsStepUp: false }, [
      [NOTIFICATION_SETTINGS.digestWindow, 'off'],
    ])
  })
  return identities
}

/** Calls a worker as a process of its own, so that what it keeps in memory ends with it. */
export const callAlone = <T>({ app }: World, call: () => T): T => {
  useApp({ ...app })
  try {
    return call()
  } finally {
    useApp(app)
  }
}

/** The way of a tenant's events: the stream of the table, the queue, and the workers of both. */
export const openDelivery = (world: World, tenant: Id) => {
  const { table, among, random, faults, sent, work } = world
  const queue = makeQueue(among)
  const known = new Set<string>()
  const tally = { deliveries: 0, duplicates: 0, lost: 0, kills: 0 }
  let sequence = 0

  /** Records of new items; the stream has each at least once, in order. */
  const readStream = (): Item[] =>
    table.everPut(`T#${tenant}#outbox`).filter((item) => {
      const isNew = !known.has(formatKey(item))
      known.add(formatKey(item))
      return isNew
    })

  const streamed: Item[] = []
  const followTable = async () => {
    streamed.push(...readStream())
    while (streamed.length) {
      const records = streamed.slice(0, MAX_RECORDS)
      const Records = records.map(({ pk, sk }) => ({
        eventID: `${++sequence}`,
        dynamodb: { SequenceNumber: sk, NewImage: { kind: { S: 'outbox' }, pk: { S: pk }, sk: { S: sk } } },
      }))
      const answer = await work((context) =>
        callAlone(world, () => onTableChange({ Records } as unknown as DynamoDBStreamEvent, context)),
      )
      if (answer === 'crash') tally.kills++
      const [failed] = answer === 'crash' ? [{ itemIdentifier: records[0]?.sk }] : answer.batchItemFailures
      // The stream delivers again from the first record that failed.
      const done = failed ? records.findIndex(({ sk }) => sk === failed.itemIdentifier) : records.length
      streamed.splice(0, done)
      if (failed && !faults.isOn) throw new Error('a record fails without a fault')
    }
  }

  const collect = () => {
    for (const body of sent.splice(0)) {
      if (faults.isOn && random() < 0.05) tally.lost++
      else queue.add(body)
      if (faults.isOn && random() < 0.25) {
        tally.duplicates++
        queue.add(body)
      }
    }
  }

  const runWorker = async () => {
    const batch = queue.take(1 + among(MAX_MESSAGES))
    if (!batch.length) return
    tally.deliveries += batch.length
    const Records = batch.map(({ id, body }) => ({ messageId: id, body, attributes: {} }))
    const answer = await work((context) => callAlone(world, () => onEvent({ Records } as unknown as SQSEvent, context)))
    if (answer === 'crash') tally.kills++
    const failed = new Set(
      answer === 'crash' ? [] : answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    )
    queue.giveBack(batch.filter(({ id }) => answer === 'crash' || failed.has(id)))
  }

  return {
    queue,
    tally,
    followTable,
    collect,
    /** Starts workers on what waits, several at once. */
    deliver(workers: number) {
      collect()
      for (let left = workers; left; left--) world.begin('worker', runWorker)
    },
    redrive: () => work((context) => callAlone(world, () => redrive({}, context))),
    listDue: () => table.inPartition(`T#${tenant}#outbox`).filter(({ duePk }) => duePk !== undefined),
  }
}
