import { readFile } from 'node:fs/promises'
import { loadDescription } from './description.ts'
import type { File } from './file.ts'
import { addSamples } from './openapi/add-samples.ts'
import { applyExamples, type Examples } from './openapi/apply-examples.ts'
import type { Description } from './openapi/description.ts'
import { prepareReference } from './reference/prepare-reference.ts'

/** Reads examples of this machine. They are missing while the demo tenant is being made. */
const readExamples = async (file: string): Promise<string> => {
  if (!file) return ''
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/**
 * Returns a function that publishes the description with this address as its server, and with the examples in a file if there
 * is one.
 */
const makePublisher = (finish: (published: Description) => object) => {
  const files = new Map<string, Promise<File>>()
  const build = async (apiUrl: string, examples: string): Promise<File> => {
    const { openapi, info, ...rest } = await loadDescription()
    const paths = addSamples(examples ? applyExamples(rest.paths, JSON.parse(examples) as Examples) : rest.paths)
    const content = JSON.stringify(finish({ openapi, info, servers: [{ url: apiUrl }], ...rest, paths }))
    return { type: 'application/json', content, cacheSeconds: 0 }
  }
  return async (apiUrl: string, examplesFile: string): Promise<File> => {
    const examples = await readExamples(examplesFile)
    const key = `${apiUrl} ${examples}`
    const file = files.get(key) ?? build(apiUrl, examples)
    files.clear()
    files.set(key, file)
    return await file
  }
}

/** Publishes the OpenAPI description. */
export const publishDescription = makePublisher((published) => published)

/** Publishes the document that the page of the reference shows. */
export const publishReference = makePublisher(prepareReference)
