export interface Resource {
  Type: string
  Properties: Record<string, unknown>
  DependsOn?: string | string[]
}

type ArnReference = { arn: { 'Fn::GetAtt': [string, string] } }

export interface FunctionDefinition {
  name: string
  handler: string
  role?: string
  access?: string[]
  package?: { artifact?: string; patterns?: string[] }
  events: { stream?: ArnReference & { destinations?: { onFailure: ArnReference } }; sqs?: ArnReference }[]
}

/** The part of the framework that the plugins use. */
export interface Serverless {
  serviceDir: string
  service: {
    service: string
    functions: Record<string, FunctionDefinition>
    provider: {
      environment: Record<string, string>
      compiledCloudFormationTemplate: { Resources: Record<string, Resource> }
    }
    resources: { Resources: Record<string, Resource> }
  }
  configSchemaHandler: { defineFunctionProperties: (provider: string, schema: object) => void }
  configurationInput: { params?: Record<string, Record<string, string>> }
}
