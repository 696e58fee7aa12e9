import { type ResolveFnOutput, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const PARAMETER = 'function'

/** Builds the URL under which a function's own copy of a source file is loaded. */
export const buildModuleUrl = (functionName: string, file: string): string => {
  const url = pathToFileURL(file)
  url.searchParams.set(PARAMETER, functionName)
  return url.href
}

/** Reads from the URL of a module whose copy it is, and the file. */
const readOwner = (url: string): { functionName: string; file: string } | undefined => {
  const found = URL.parse(url)
  const functionName = found?.searchParams.get(PARAMETER)
  return found && functionName ? { functionName, file: found.pathname } : undefined
}

/**
 * Gives each function its own copy of the project's modules, as each deployed function has, so that no function sees the
 * state of another, such as its configuration. Packages keep no such state and are shared.
 */
export const separateModules = (folder: string): void => {
  const own = `${pathToFileURL(folder).href}/`
  const owners = new Map<string, ReturnType<typeof readOwner>>()
  // A file's import means the same in each copy, and finding out takes a third of the time of loading a copy.
  const resolved = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      if (!owners.has(parentURL)) owners.set(parentURL, readOwner(parentURL))
      const owner = owners.get(parentURL)
      if (!owner) return next(specifier, context)
      const name = JSON.stringify([owner.file, specifier, context.conditions, context.importAttributes])
      const found = resolved.get(name) ?? next(specifier, context)
      resolved.set(name, found)
      if (!found.url.startsWith(own) || found.url.includes('/node_modules/')) return { ...found, shortCircuit: true }
      const url = new URL(found.url)
      url.searchParams.set(PARAMETER, owner.functionName)
      return { ...found, url: url.href, shortCircuit: true }
    },
  })
}
