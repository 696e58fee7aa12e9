import type { Description } from './openapi/openapi.ts'

let made: Promise<Omit<Description, 'servers'>> | undefined

/** The description, made at first use; a bundle has this module replaced by one that holds it, and no other module's code. */
export const loadDescription = (): Promise<Omit<Description, 'servers'>> => {
  made ??= make()
  return made
}

const make = async () => {
  const [{ describe }, { AREAS }] = await Promise.all([
    import('./openapi/openapi.ts'),
    import('../../../functions/docs/areas.ts'),
  ])
  return await describe(AREAS)
}
