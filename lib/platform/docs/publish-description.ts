import { loadDescription } from './description.ts'
import type { File } from './file.ts'

const files = new Map<string, Promise<File>>()

const build = async (apiUrl: string): Promise<File> => {
  const { openapi, info, ...rest } = await loadDescription()
  const content = JSON.stringify({ openapi, info, servers: [{ url: apiUrl }], ...rest })
  return { type: 'application/json', content, cacheSeconds: 0 }
}

/** Returns the OpenAPI description with this address as its server. */
export const publishDescription = (apiUrl: string): Promise<File> => {
  const file = files.get(apiUrl) ?? build(apiUrl)
  files.set(apiUrl, file)
  return file
}
