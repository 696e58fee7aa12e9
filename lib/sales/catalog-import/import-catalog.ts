import { ConnectorError, type RemoteVariant } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { PartitionJob } from '../catalog-runs/partition-job.ts'
import { requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeChannel, loadChannel } from '../channels/channel-store.ts'
import { type CandidateBatch, readNextBatch } from './existing-variants.ts'
import { findMissing, type MissingVariants } from './find-missing.ts'
import { importVariants } from './import-variants.ts'
import { readRemotePage } from './remote-page.ts'
import { readRemoteVariant, type VariantCandidate } from './remote-variant.ts'

interface ImportCursor {
  /** Cursor of the current page; null for the first one. */
  cursor: string | null
  /** Keys of the page's variants that are recorded. */
  done: readonly string[]
  /** Number of the page's variants that are counted, but not recorded. */
  pending: number
}

const START: ImportCursor = { cursor: null, done: [], pending: 0 }

const MAX_KEY_LENGTH = 255

const toCandidate = (remote: RemoteVariant, index: number): VariantCandidate => {
  const { externalVariantId, sku } = remote
  const externalId = externalVariantId.slice(0, MAX_KEY_LENGTH)
  const common = { key: externalId || `#${index}`, externalId, sku: sku?.slice(0, MAX_KEY_LENGTH) ?? null }
  const read = readRemoteVariant(remote)
  return 'error' in read ? { ...common, error: read.error } : { ...common, incoming: read }
}

/** Removes repeated variants, since a page may list one twice that changes while it is read. */
const removeRepeats = (candidates: readonly VariantCandidate[]) => [
  ...new Map(candidates.map((each) => [each.key, each])).values(),
]

/** Returns the cursor after `count` of the remaining variants of the page were recorded; null after the last page. */
const advanceCursor = (
  at: ImportCursor,
  remaining: readonly VariantCandidate[],
  count: number,
  next: string | null,
): ImportCursor | null => {
  const pending = remaining.length - count
  if (!pending) return next === null ? null : { cursor: next, done: [], pending: 0 }
  return { cursor: at.cursor, done: [...at.done, ...remaining.slice(0, count).map(({ key }) => key)], pending }
}

/** Notes the currency of the shop's prices, and whether they contain tax, which decides which prices the channel shows. */
const adoptPrices = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channel: StoredChannel,
  variants: readonly RemoteVariant[],
): Promise<StoredChannel> => {
  const { includesTax, currency } = variants.find((each) => (each.includesTax ?? null) !== null) ?? variants[0] ?? {}
  const pricesIncludeTax = includesTax ?? channel.pricesIncludeTax
  const priceCurrency = currency ?? channel.priceCurrency
  if (pricesIncludeTax === channel.pricesIncludeTax && priceCurrency === channel.priceCurrency) return channel
  return await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) =>
    changeChannel(unit, await loadChannel(unit, channel.id), { pricesIncludeTax, priceCurrency }),
  )
}

/** Imports the products of the channel's shop, page by page. */
export const importCatalog: PartitionJob<ImportCursor> = {
  async runPart({ app, tenant, channel: stored, cursor: from = START, openShop, record, hasTime }) {
    const { catalog } = getConnector(stored.type)
    if (!catalog) throw new ConnectorError('INVALID_CONFIG', 'Products cannot be imported from this type of shop.')
    const { variants, next } = await readRemotePage(catalog, await openShop(), from.cursor)
    const channel = await adoptPrices(app, tenant, stored, variants)
    const done = new Set(from.done)
    let remaining = removeRepeats(variants.map(toCandidate)).filter(({ key }) => !done.has(key))
    let at = from
    let batch: CandidateBatch | undefined
    const known: MissingVariants = { asked: new Set(), missing: new Set() }
    do {
      const read = batch?.candidates.length ? batch : await readNextBatch(app.db, tenant, channel, remaining)
      await findMissing(catalog, openShop, read, known)
      let count = 0
      let after: ImportCursor | null = null
      let rest: CandidateBatch | undefined
      await record(async (unit) => {
        // A batch is read once for all of its transactions, and again after something else changed it.
        const current = unit.isRerun ? await readNextBatch(app.db, unit.tenant, channel, remaining) : read
        const imported = importVariants(unit, channel, current, known.missing)
        const { records } = imported
        count = records.length
        rest = imported.rest
        after = advanceCursor(at, remaining, count, next)
        return { cursor: after, seen: remaining.length - at.pending, records }
      })
      batch = rest
      remaining = remaining.slice(count)
      at = after ?? START
    } while (remaining.length && hasTime())
  },
}

/** Requests a run that imports the products of the channel's shop. */
export const requestImport = async ({ db }: Pick<App, 'db'>, unit: Unit, channelId: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  if (!getConnector(channel.type).catalog)
    throw new Problem('OPERATION_NOT_ALLOWED', `Products cannot be imported from a shop of type ${channel.type}.`)
  return await requestRun(db, unit, channel, 'products', { force: false })
}
