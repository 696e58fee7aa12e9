import type { StoredPartner } from './partner-store.ts'

export const presentPartner = ({
  vatId = null,
  electronicAddress = null,
  buyerReference = null,
  ...partner
}: StoredPartner) => ({ ...partner, vatId, electronicAddress, buyerReference })
