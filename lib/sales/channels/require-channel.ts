import { createReferenceResolver } from '../../platform/store/lists/create-reference-resolver.ts'
import { channels } from './channel-store.ts'

export const requireChannel = createReferenceResolver(channels)
