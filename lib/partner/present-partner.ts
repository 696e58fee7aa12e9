import type { StoredPartner } from './partner-store.ts'

export const presentPartner = ({ vatId = null, ...partner }: StoredPartner) => ({ ...partner, vatId })
