import { afterEach } from 'vitest'
import type { CustodianConnector, RemoteFulfilment } from '../../lib/custodians/custodian-connector.ts'
import { aDispatch, type Stage } from './contract.ts'
import { SKUS } from './servers/vendor.ts'

let stop: (() => Promise<void> | void) | undefined

/** Starts a vendor that the test's end stops, with a dispatch that can be placed there. */
export const openVendor = async <T extends Stage>(start: () => Promise<T>) => {
  const vendor = await start()
  stop = vendor.stop
  const orders = vendor.connector.orders as NonNullable<CustodianConnector['orders']>
  const dispatch = aDispatch(SKUS)
  const { reference } = dispatch
  return {
    vendor,
    orders,
    dispatch,
    reference,
    place: () => orders.dispatch(vendor.system(), dispatch),
    read: async () => (await orders.find(vendor.system(), reference)) as RemoteFulfilment,
  }
}

afterEach(() => stop?.())
