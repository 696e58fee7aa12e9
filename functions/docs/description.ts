import type { LoadDescription } from '../../lib/platform/docs/description.ts'
import { makeOnce } from '../../lib/platform/make-once.ts'

/** The description, built at first use. A bundle replaces this module by one that contains the result. */
export const loadDescription: LoadDescription = makeOnce(async () => {
  const [{ describe }, { AREAS }, { nameClientMethods }] = await Promise.all([
    import('../../lib/platform/docs/openapi/description.ts'),
    import('./areas.ts'),
    import('../../client/generate/name-client-methods.ts'),
  ])
  const description = await describe(AREAS)
  return { ...description, paths: nameClientMethods(description, AREAS) }
})
