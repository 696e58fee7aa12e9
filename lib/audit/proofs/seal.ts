import { hash } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { isSameProof } from './is-same-proof.ts'

/** The seal of an hour in which a tenant's trail got entries. It covers everything since the seal before. */
export interface Seal {
  /** Counts the seals of a tenant, from 1. */
  number: number
  /** End of the seal before; null for the first. */
  from: string | null
  /** The end of the hour, exclusive. */
  to: string
  /** Number of items. */
  count: number
  /** Root of the Merkle tree over the hashes of the items, in their order. */
  root: string
  /** Hash of the seal before; null for the first. */
  previous: string | null
  /** Proof that the platform wrote the seal. */
  proof: string
}

const toText = (tenant: Id, { number, from, to, count, root, previous }: Omit<Seal, 'proof'>) =>
  JSON.stringify([tenant, number, from, to, count, root, previous])

export const hashSeal = (tenant: Id, seal: Seal): string =>
  hash('sha256', `${toText(tenant, seal)}\n${seal.proof}`, 'base64url')

const computeProof = async (app: App, tenant: Id, seal: Omit<Seal, 'proof'>) =>
  (await signText(app, 'audit-seal', toText(tenant, seal))).toString('base64url')

export const proveSeal = async (app: App, tenant: Id, seal: Omit<Seal, 'proof'>): Promise<Seal> => ({
  ...seal,
  proof: await computeProof(app, tenant, seal),
})

export const isProvenSeal = async (app: App, tenant: Id, seal: Seal): Promise<boolean> =>
  isSameProof(seal.proof, await computeProof(app, tenant, seal))
