import { ConnectorError, type RemoteVariant } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { LaneJob } from '../catalog-runs/catalog-run.ts'
import { requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { loadChannel } from '../channels/channel-store.ts'
import { type Candidate, takeRemote } from './import-variants.ts'
import { readRemotePage } from './remote-page.ts'
import { readRemote } from './remote-variant.ts'

interface ImportPlace {
  /** The page that is being taken in. */
  cursor: string | null
  /** What of it has been dealt with, */
  done: readonly string[]
  /** and how much of it was seen and has not. */
  pending: number
}

const START: ImportPlace = { cursor: null, done: [], pending: 0 }

const MAX_KEY_LENGTH = 255

const toCandidate = (remote: RemoteVariant, place: number): Candidate => {
  const { externalVariantId, sku } = remote
  const externalId = externalVariantId.slice(0, MAX_KEY_LENGTH)
  const common = { key: externalId || `#${place}`, externalId, sku: sku?.slice(0, MAX_KEY_LENGTH) ?? null }
  const read = readRemote(remote)
  return 'error' in read ? { ...common, error: read.error } : { ...common, incoming: read }
}

/** Each once, though a page may have what changes meanwhile twice. */
const removeRepeats = (waiting: readonly Candidate[]) => [...new Map(waiting.map((each) => [each.key, each])).values()]

/** Takes in what the channel's store sells, page by page. */
export const importCatalog: LaneJob<ImportPlace> = {
  async part({ app, channel, place: from = START, store, settle, hasTime }) {
    const { catalog } = getConnector(channel.type)
    if (!catalog) throw new ConnectorError('INVALID_CONFIG', 'This kind of store does not say what it sells.')
    const { variants, next } = await readRemotePage(catalog, await store(), from.cursor)
    const dealtWith = new Set(from.done)
    let waiting = removeRepeats(variants.map(toCandidate)).filter(({ key }) => !dealtWith.has(key))
    let at: ImportPlace = from
    do {
      let count = 0
      let after: ImportPlace | null = null
      await settle(async (unit) => {
        const records = await takeRemote(app.db, unit, channel, waiting)
        count = records.length
        const pending = waiting.length - count
        const done = [...at.done, ...waiting.slice(0, count).map(({ key }) => key)]
        if (pending) after = { cursor: at.cursor, done, pending }
        else after = next === null ? null : { cursor: next, done: [], pending: 0 }
        return { place: after, seen: waiting.length - at.pending, records }
      })
      waiting = waiting.slice(count)
      at = after ?? START
    } while (waiting.length && hasTime())
  },
}

/** Has what the channel's store sells taken in. */
export const requestImport = async ({ db }: Pick<App, 'db'>, unit: Unit, channelId: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, channelId)
  if (!getConnector(channel.type).catalog)
    throw new Problem('OPERATION_NOT_ALLOWED', `A ${channel.type} store does not say what it sells.`)
  return await requestRun(db, unit, channel, 'products', { force: false })
}
