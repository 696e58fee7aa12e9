import type { Description } from './openapi/openapi.ts'

let description: Promise<Omit<Description, 'servers'>> | undefined

/**
 * Returns the OpenAPI description, built at the first call. A bundle replaces this module by one that contains the
 * finished description, so that it needs no code of other modules.
 */
export const loadDescription = (): Promise<Omit<Description, 'servers'>> => {
  description ??= build()
  return description
}

const build = async () => {
  const [{ describe }, { AREAS }] = await Promise.all([
    import('./openapi/openapi.ts'),
    import('../../../functions/docs/areas.ts'),
  ])
  return await describe(AREAS)
}
