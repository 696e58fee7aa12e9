import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { processDue } from '../process-due.ts'
import { billPeriod } from './bill-period.ts'

interface Options {
  log: Log
  hasTime: () => boolean
}

/** Bills all due periods for every tenant, each profile's oldest first. The next run does what this one has no time for. */
export const billRecurring = async (app: Pick<App, 'db' | 'clock'>, { log, hasTime }: Options): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'recurring-profile',
      step: (tenant, id) => billPeriod(app, tenant, id, log),
      onError: (error, { tenant, id }) => log.error('billing.recurring.failed', error, { tenant, profileId: id }),
    },
    hasTime,
  )
  log.info('billing.recurring.done', { profiles: items, invoices: done, failed, outOfTime: !hasTime() })
}
