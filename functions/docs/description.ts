import type { LoadDescription } from '../../lib/platform/docs/description.ts'
import { makeOnce } from '../../lib/platform/make-once.ts'

/** The description, built at first use. A bundle replaces this module by one that contains the result. */
export const loadDescription: LoadDescription = makeOnce(async () => {
  const [{ describe }, { AREAS }] = await Promise.all([
    import('../../lib/platform/docs/openapi/description.ts'),
    import('./areas.ts'),
  ])
  return await describe(AREAS)
})
