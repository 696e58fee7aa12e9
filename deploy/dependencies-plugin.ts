import type { Resource, Serverless } from './serverless.ts'

const listReferences = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)]
    if (key === 'Fn::GetAtt') return [String((inner as string[])[0])]
    return listReferences(inner)
  })
}

const listNeededDependencies = ({ DependsOn = [], Properties }: Resource) => {
  const enforced = new Set(listReferences(Properties))
  return [DependsOn].flat().filter((id) => !enforced.has(id))
}

/** Removes each `DependsOn` that a reference already implies, because template checks refuse them. */
export default class DependenciesPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless) {
    this.hooks = {
      'after:aws:package:finalize:mergeCustomProviderResources': () => {
        const { Resources } = serverless.service.provider.compiledCloudFormationTemplate
        for (const resource of Object.values(Resources)) {
          const needed = listNeededDependencies(resource)
          if (needed.length) resource.DependsOn = needed
          else delete resource.DependsOn
        }
      },
    }
  }
}
