import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { ErasedPart } from '../../platform/store/audit/audit-item.ts'
import { isSameProof } from './is-same-proof.ts'

/** The part of an item: its origin, or the personal data of an entry. */
export interface PartName {
  tenant: Id
  item: Id
  part: 'origin' | Id
}

const computeProof = async (app: App, { tenant, item, part }: PartName, erasedAt: string) =>
  (await signText(app, 'audit-erasure', JSON.stringify([tenant, item, part, erasedAt]))).toString('base64url')

/** Proves that the platform erased a part, so that nobody else can without being noticed. */
export const proveErasure = async (app: App, name: PartName, now: Date): Promise<ErasedPart> => ({
  erasedAt: now.toISOString(),
  proof: await computeProof(app, name, now.toISOString()),
})

export const isProvenErasure = async (app: App, name: PartName, { erasedAt, proof }: ErasedPart): Promise<boolean> =>
  isSameProof(proof, await computeProof(app, name, erasedAt))
