/** Why a variant is not on sale: it is not finished yet, or was switched off, or was replaced for good. */
export type RemoteState = 'draft' | 'disabled' | 'archived'

/** The product of a variant that is published. */
export interface ProductToPush {
  id: string
  name: string
  description: string | null
  brand: string | null
  /** Texts that changed here since the shop confirmed them; absent for all. */
  changed?: readonly ('name' | 'description')[]
}
