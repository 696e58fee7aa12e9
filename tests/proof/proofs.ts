import type { Proof } from './proof.ts'
import { ATTACK_PROOFS } from './proofs/attacks.ts'
import { BUSINESS_PROOFS } from './proofs/business.ts'
import { CROSSING_PROOFS } from './proofs/crossing.ts'
import { FAULT_PROOFS } from './proofs/faults.ts'
import { HISTORY_PROOFS } from './proofs/histories.ts'
import { LOAD_PROOFS } from './proofs/load.ts'

export const PROOFS: readonly Proof[] = [
  ...FAULT_PROOFS,
  ...HISTORY_PROOFS,
  ...CROSSING_PROOFS,
  ...ATTACK_PROOFS,
  ...BUSINESS_PROOFS,
  ...LOAD_PROOFS,
]
