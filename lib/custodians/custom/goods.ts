import { readText } from '../../connectors/reading.ts'
import type { CustodianSystem, InboundAnnouncement, RemoteStock } from '../custodian-connector.ts'
import { askSystem, buildUnreadableError } from './ask-system.ts'

const MAX_ROWS = 5000
const MAX_PIECES = 1_000_000_000

const readStock = (value: unknown): RemoteStock => {
  const { sku, onHand } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const text = readText(sku)
  if (text === null || !Number.isSafeInteger(onHand) || Math.abs(Number(onHand)) > MAX_PIECES)
    throw buildUnreadableError()
  return { sku: text, onHand: Number(onHand) }
}

export const readStockPage = async (
  system: CustodianSystem,
  cursor: string | null,
): Promise<{ stock: RemoteStock[]; next: string | null }> => {
  const key = `${cursor ?? ''} ${system.now.toISOString()}`
  const { json } = await askSystem(system, 'stock.read', { key, data: { cursor } })
  const { stock, next } = (json ?? {}) as { stock?: unknown; next?: unknown }
  if (!Array.isArray(stock) || stock.length > MAX_ROWS) throw buildUnreadableError()
  return { stock: stock.map(readStock), next: readText(next, 1000) }
}

export const announce = async (system: CustodianSystem, announcement: InboundAnnouncement): Promise<string> => {
  const { reference } = announcement
  const { json } = await askSystem(system, 'goods.announced', { key: reference, data: announcement })
  return readText((json as { id?: unknown } | null)?.id) ?? reference
}
