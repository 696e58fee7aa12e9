import { randomUUID } from 'node:crypto'
import { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Holder } from '../../platform/effects/under-lease.ts'
import { type Claimant, LeaseLost } from '../../platform/store/table/lease.ts'
import type { Step } from './next-step.ts'

/** The operations of a worker on its run. Every change requires the lease. */
export interface RunWorker<H extends Holder> {
  nextStep(holder: H): Promise<Step>
  /** Does one piece of work. Throws `ConnectorError` if the shop fails. */
  work(holder: H): Promise<void>
  /** Decides how to go on after the shop failed. */
  handleFailure(holder: H, error: ConnectorError): Promise<Step>
  end(holder: H): Promise<void>
  close(holder: H, step: Step & { do: 'close' }): Promise<void>
  /** Leaves the run to a later worker. */
  leave(holder: H, step: Step & { do: 'leave' }): Promise<void>
}

const doWork = async <H extends Holder>(worker: RunWorker<H>, holder: H): Promise<Step> => {
  try {
    await worker.work(holder)
    return { do: 'work' }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return await worker.handleFailure(holder, error)
  }
}

/** Takes one step after the other until the run ends, is closed or is left. */
const takeSteps = async <H extends Holder>(worker: RunWorker<H>, holder: H): Promise<void> => {
  for (;;) {
    let step = await worker.nextStep(holder)
    if (step.do === 'work') step = await doWork(worker, holder)
    if (step.do === 'end') return await worker.end(holder)
    if (step.do === 'close') return await worker.close(holder, step)
    if (step.do === 'leave') return await worker.leave(holder, step)
  }
}

interface LeasedWork<C, H extends Holder> {
  /** Duration of the lease, which each transaction renews. */
  leaseMs: number
  /** Returns undefined while another worker has the lease. */
  claim(claimant: Claimant): Promise<C | undefined>
  /** Prepares the worker; undefined if there is nothing to do. */
  prepare(claimed: C, claimant: Claimant): Promise<H | undefined>
  worker: RunWorker<H>
  onBusy(): void
  onLost(): void
}

/**
 * Claims a run and works on it. One worker at a time has a run: others leave at once, and a worker that died is followed by
 * one that continues where it stopped. A worker whose lease was taken over stops at its next write.
 */
export const runUnderLease = async <C, H extends Holder>(
  { clock }: Pick<App, 'clock'>,
  { leaseMs, claim, prepare, worker, onBusy, onLost }: LeasedWork<C, H>,
): Promise<void> => {
  const now = clock()
  const claimant = { by: randomUUID(), now, until: new Date(now.getTime() + leaseMs) }
  const claimed = await claim(claimant)
  if (!claimed) return onBusy()
  try {
    const holder = await prepare(claimed, claimant)
    if (holder) await takeSteps(worker, holder)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    onLost()
  }
}
