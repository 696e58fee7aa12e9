import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { isSameProof } from './is-same-proof.ts'

export interface Removal {
  /** Entries before this time were removed because their retention time was over. */
  before: string
  proof: string
}

const computeProof = async (app: App, tenant: Id, before: string) =>
  (await signText(app, 'audit-removal', JSON.stringify([tenant, before]))).toString('base64url')

/** Proves that the platform removed the entries before this time. */
export const proveRemoval = async (app: App, tenant: Id, before: string): Promise<Removal> => ({
  before,
  proof: await computeProof(app, tenant, before),
})

export const isProvenRemoval = async (app: App, tenant: Id, { before, proof }: Removal): Promise<boolean> =>
  isSameProof(proof, await computeProof(app, tenant, before))
