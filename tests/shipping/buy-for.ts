import type { CustodianSystem } from '../../lib/custodians/custodian-connector.ts'
import { app } from '../../lib/platform/app/app.ts'
import { workOnLabel } from '../../lib/shipping/labels/work-on-label.ts'
import type { Member } from '../support/client.ts'

/** Buys the label that was requested for a shipment from a provider that always answers. */
export const buyFor = ({ tenant }: Pick<Member, 'tenant'>, shipmentId: string): Promise<void> => {
  const bought = { carrier: 'DHL', service: 'Paket' }
  const labels = {
    offer: async () => ({ ...bought, remoteId: shipmentId, rateId: 'rate', price: null }),
    buy: async () => ({
      ...bought,
      ...{ remoteId: shipmentId, trackingNumber: `N${shipmentId}`, trackingUrl: null },
      ...{ format: 'PDF' as const, file: Buffer.from('%PDF-1.7') },
    }),
    find: async () => undefined,
    void: async () => ({ answer: 'accepted' as const }),
    track: () => Promise.reject(new Error('not asked for')),
  }
  const opened = {
    connector: { type: 'shipping_api' as const, capabilities: [], labels },
    system: {} as CustodianSystem,
  }
  return workOnLabel(app(), { tenant, shipmentId }, async () => opened)
}
