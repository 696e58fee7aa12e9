import type { Resource, Serverless } from './serverless.ts'

const references = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(references)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)]
    if (key === 'Fn::GetAtt') return [String((inner as string[])[0])]
    return references(inner)
  })
}

const withoutRedundant = ({ DependsOn = [], Properties }: Resource) => {
  const enforced = new Set(references(Properties))
  return [DependsOn].flat().filter((id) => !enforced.has(id))
}

/** Drops each stated dependency that a reference enforces already; template checks refuse them. */
export default class DependenciesPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless) {
    this.hooks = {
      'after:aws:package:finalize:mergeCustomProviderResources': () => {
        const { Resources } = serverless.service.provider.compiledCloudFormationTemplate
        for (const resource of Object.values(Resources)) {
          const left = withoutRedundant(resource)
          if (left.length) resource.DependsOn = left
          else delete resource.DependsOn
        }
      },
    }
  }
}
