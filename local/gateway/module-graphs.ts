import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const PARAMETER = 'function'

/** Builds the URL under which a function's own copy of a source file is loaded. */
export const buildModuleUrl = (functionName: string, file: string): string => {
  const url = pathToFileURL(file)
  url.searchParams.set(PARAMETER, functionName)
  return url.href
}

/**
 * Gives each function its own copy of the project's modules, as each deployed function has, so that no function sees the
 * state of another, such as its configuration. Packages keep no such state and are shared.
 */
export const separateModules = (folder: string): void => {
  const own = `${pathToFileURL(folder).href}/`
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const functionName = context.parentURL && URL.parse(context.parentURL)?.searchParams.get(PARAMETER)
      if (!functionName || !found.url.startsWith(own) || found.url.includes('/node_modules/')) return found
      const url = new URL(found.url)
      url.searchParams.set(PARAMETER, functionName)
      return { ...found, url: url.href }
    },
  })
}
