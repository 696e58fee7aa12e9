import type { ConnectorError, Shop } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { NewSyncRecord } from '../runs/sync-record.ts'
import type { CatalogRun, CatalogRunType } from './catalog-run.ts'

/** Actions of a partition's transaction beside those of the job and its records: run, task, and up to four partitions. */
export const PARTITION_RESERVE = 6

/** Result of one transaction of a partition. */
export interface PartResult<C> {
  /** Position from which the partition continues; null if it is done. */
  cursor: C | null
  /** Items that were found and are still to be processed. */
  seen?: number
  /** One record for each processed item; the counts of the run follow from them. */
  records?: readonly NewSyncRecord[]
  /** Processed items that need no record. */
  unchanged?: number
  /** Cursors of further partitions to open, at most three. */
  opens?: readonly C[]
}

/** Input of a job. */
export interface PartitionWork<C> {
  app: App
  tenant: Id
  /** The channel as it is now: active, and not rejected by its shop. */
  channel: StoredChannel
  /** The run as it was when the part began. */
  run: CatalogRun
  index: number
  /** Undefined at the beginning of the run's first partition. */
  cursor: C | undefined
  log: Log
  hasTime: () => boolean
  /** Opens the channel's shop; throws `ConnectorError`. */
  openShop(): Promise<Shop>
  /**
   * Runs one transaction: what `work` writes, the records, the counts of the run and the cursor, provided that the lease
   * is still this worker's. If data changed in the meantime, `work` runs again.
   */
  record(work: (unit: Unit) => Promise<PartResult<C>>): Promise<void>
}

/** The work of a type of run. Another worker may repeat each part from the cursor that was recorded last. */
export interface PartitionJob<C> {
  /** Makes about one call to the shop and records its result. A `ConnectorError` makes the worker retry the part later. */
  runPart(work: PartitionWork<C>): Promise<void>
  /** Records a part as failed that failed too often; without it the run fails. */
  giveUp?(work: PartitionWork<C>, error: ConnectorError): Promise<void>
}

/** Loads the job of a type of run when it is needed. */
export type LoadJob = (type: CatalogRunType) => Promise<PartitionJob<unknown>>
