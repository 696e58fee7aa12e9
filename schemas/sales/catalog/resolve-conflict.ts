import type { Static } from 'typebox'
import { input, oneOf } from '../../types.ts'

const RESOLUTIONS = ['accept_mine', 'accept_theirs'] as const

export const ResolveConflictInput = input({ resolution: oneOf(RESOLUTIONS) })
export type ResolveConflictInput = Static<typeof ResolveConflictInput>
