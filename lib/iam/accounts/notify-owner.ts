import type { TopicData } from '../../../schemas/events/topics.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type Identity, identityUri } from '../identity-store.ts'

type Change = NonNullable<TopicData['iam.identity.new_device_login']['change']>

/** Mails the owner that the ways to sign in to the account have changed. */
export const notifyOwnerOfChange = (
  unit: Unit,
  { id, email, firstName }: Identity,
  { device }: { device: string },
  change: Change,
  { provider = null, sealedToken = null }: { provider?: string | null; sealedToken?: string | null } = {},
): void => {
  const at = unit.now.toISOString()
  unit.emit('iam.identity.new_device_login', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, device, at, change, provider, sealedToken },
  })
}
