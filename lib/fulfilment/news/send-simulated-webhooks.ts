import type { OpenedCustodian } from '../../custodians/open-custodian.ts'
import { listDueDeliveries } from '../../custodians/simulator/deliveries.ts'
import type { App } from '../../platform/app/app.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { storeCustodianWebhook } from './receive-custodian-webhook.ts'

const sendsWebhooks = (custodian: Pick<StoredCustodian, 'enabledCapabilities'>, { connector }: OpenedCustodian) =>
  connector.isSimulated && custodian.enabledCapabilities.includes('webhook_receipt')

/** Returns the time of the first webhook of a simulated custodian about an order that it has; null if none will come. */
export const findFirstWebhookTime = async (
  custodian: Pick<StoredCustodian, 'enabledCapabilities'>,
  opened: OpenedCustodian,
  reference: string,
): Promise<Date | null> => {
  if (!sendsWebhooks(custodian, opened)) return null
  const { nextAt } = await listDueDeliveries(opened.system, reference, opened.system.now.toISOString())
  return nextAt === null ? null : new Date(nextAt)
}

/**
 * Plays the webhooks that a simulated custodian has sent of an order since then into the code that receives webhooks, since
 * it has no process of its own. Returns the time of its next one.
 */
export const sendSimulatedWebhooks = async (
  app: App,
  custodian: StoredCustodian,
  opened: OpenedCustodian,
  reference: string,
  after: string,
): Promise<string | null> => {
  const { webhooks } = opened.connector
  if (!webhooks || !sendsWebhooks(custodian, opened)) return null
  const { system } = opened
  const { tenant, credentials } = system
  const { deliveries, nextAt } = await listDueDeliveries(system, reference, after)
  for (const delivery of deliveries) {
    // Signed for the time at which it arrives, which a late poll has passed by now.
    const at = new Date(Number(delivery.headers['webhook-timestamp']) * 1000)
    if (!webhooks.verify(delivery, credentials, at)) continue
    await runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) =>
      storeCustodianWebhook(app, unit, { custodian, webhooks }, delivery),
    )
  }
  return nextAt
}
