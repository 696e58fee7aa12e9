import { loadDescription } from './description.ts'
import type { File } from './file.ts'

const made = new Map<string, Promise<File>>()

const make = async (apiUrl: string): Promise<File> => {
  const { openapi, info, ...rest } = await loadDescription()
  const content = JSON.stringify({ openapi, info, servers: [{ url: apiUrl }], ...rest })
  return { type: 'application/json', content, keptSeconds: 0 }
}

/** The description of the interface as it is served at an address. */
export const publishDescription = (apiUrl: string): Promise<File> => {
  const file = made.get(apiUrl) ?? make(apiUrl)
  made.set(apiUrl, file)
  return file
}
