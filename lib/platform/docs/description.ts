import type { Description } from './openapi/description.ts'

export type LoadDescription = () => Promise<Omit<Description, 'servers'>>

let load: LoadDescription | undefined

/** Sets how the description is loaded. It describes its own endpoints too, so they cannot import it. */
export const provideDescription = (loader: LoadDescription): void => {
  load = loader
}

export const loadDescription: LoadDescription = () => {
  if (!load) throw new Error('no description was provided')
  return load()
}
