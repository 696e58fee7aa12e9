import { randomBytes } from 'node:crypto'
import type { CustodianSystem } from '../../../lib/custodians/custodian-connector.ts'
import { newId } from '../../../lib/platform/id.ts'
import { makeOutbound } from '../../../lib/platform/outbound/outbound.ts'
import type { Capability, ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { type Asked, type Said, startStore } from '../../connectors/servers/server.ts'
import { memoryTable } from '../../support/memory-table.ts'
import type { Trouble } from '../contract.ts'

export const NOW = new Date('2026-03-02T10:00:00.000Z')
export const SKUS = ['TEA', 'POT'] as const

/** More SKUs than a page of any vendor has. */
export const STOCK: readonly { sku: string; onHand: number }[] = [
  { sku: 'TEA', onHand: 7 },
  ...Array.from({ length: 300 }, (_, at) => ({ sku: `SKU-${at}`, onHand: at })),
  { sku: 'POT', onHand: 0 },
]

export const isKnownSku = (sku: unknown): boolean => STOCK.some((each) => each.sku === sku)

/** A request that the vendor refuses. */
export class Bad extends Error {
  readonly said: Said

  constructor(status: number, json: unknown) {
    super('refused')
    this.said = { status, json }
  }
}

type Kind = 'text' | 'number' | 'list' | 'object' | 'flag' | 'text?'

const IS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  'text?': (value) => value === null || typeof value === 'string',
  number: Number.isInteger,
  list: (value) => Array.isArray(value) && value.length > 0,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  flag: (value) => typeof value === 'boolean',
}

/** Throws unless the object has all required members, no unknown ones and each is of its kind. */
export const demand = (
  value: unknown,
  required: Readonly<Record<string, Kind>>,
  optional: Readonly<Record<string, Kind>> = {},
): Record<string, unknown> => {
  if (!IS.object(value)) throw new Bad(400, { message: 'an object is wanted' })
  const given = value as Record<string, unknown>
  for (const name of Object.keys(given))
    if (!Object.hasOwn(required, name) && !Object.hasOwn(optional, name))
      throw new Bad(400, { message: `${name} is no member` })
  for (const [name, kind] of Object.entries(required))
    if (!IS[kind](given[name])) throw new Bad(400, { message: `${name} is wanted` })
  for (const [name, kind] of Object.entries(optional))
    if (given[name] !== undefined && !IS[kind](given[name])) throw new Bad(400, { message: `${name} is wrong` })
  return given
}

const TROUBLES = { gone: 'gone', lost: 'lost', none: undefined, page: { status: 200, page: '<h1>Hello</h1>' } } as const

interface Vendor {
  credentials: ConnectionConfig
  /** Present for the types that the wizard connects. */
  token?: string
  kept?: Record<string, string>
  answer: (asked: Asked) => Said
}

/** A vendor's API on this machine, and the system that leads to it; waits only advance the clock. */
export const startVendor = async ({ credentials, token, kept, answer }: Vendor) => {
  const server = await startStore((asked) => {
    try {
      return answer(asked)
    } catch (error) {
      if (error instanceof Bad) return error.said
      throw error
    }
  })
  const secret = `secret-${randomBytes(12).toString('hex')}`
  // Each has a rate limit of its own.
  const custodianId = newId(NOW)
  let now = NOW.getTime()
  const outbound = makeOutbound({ allowPrivate: true })
  const db = memoryTable()
  const system = (
    more: { credentials?: ConnectionConfig; enabledCapabilities?: readonly Capability[] } = {},
  ): CustodianSystem => ({
    tenant: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
    custodianId,
    enabledCapabilities: more.enabledCapabilities ?? [],
    credentials: more.credentials ?? credentials,
    outbound,
    apiUrl: server.url,
    ...(token && { token: async () => more.credentials?.accessToken ?? token, kept: kept ?? {} }),
    db,
    now: NOW,
    clock: () => new Date(now),
    wait: async (ms) => {
      now += ms
    },
  })
  const trouble = (next: Trouble) => {
    if (typeof next === 'string') return server.always(TROUBLES[next])
    const { status, retryAfter } = next
    server.always({ status, json: { secret }, headers: { ...(retryAfter && { 'retry-after': retryAfter }) } })
  }
  return { server, system, trouble, secret, stop: () => server.stop() }
}
