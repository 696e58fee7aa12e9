import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { processDue } from '../process-due.ts'
import { billPeriod } from './bill-period.ts'

interface Options {
  log: Log
  hasTime: () => boolean
}

/** Bills every period that is due, of all tenants, each profile's oldest first; what it has no time for, the next run does. */
export const billRecurring = async (app: Pick<App, 'db' | 'clock'>, { log, hasTime }: Options): Promise<void> => {
  const { items, made, failed } = await processDue(
    app,
    {
      kind: 'recurring-profile',
      step: (tenant, id) => billPeriod(app, tenant, id, log),
      failed: (error, { tenant, id }) => log.error('billing.recurring.failed', error, { tenant, profileId: id }),
    },
    hasTime,
  )
  log.info('billing.recurring.done', { profiles: items, invoices: made, failed, outOfTime: !hasTime() })
}
