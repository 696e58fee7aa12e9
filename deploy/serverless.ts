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
  package?: { artifact: string }
  events: { stream?: ArnReference & { destinations?: { onFailure: ArnReference } }; sqs?: ArnReference }[]
}

/** A value of the template: text, or a function that CloudFormation computes. */
export type Value = string | { 'Fn::Sub': string }

/** Region, credentials and proxy for clients of the AWS SDK. */
export type ClientConfig = Record<string, unknown>

/** The part of the framework that the plugins use. */
export interface Serverless {
  serviceDir: string
  service: {
    service: string
    functions: Record<string, FunctionDefinition>
    layers: Record<string, { package: { artifact?: string; patterns?: string[] } }>
    provider: {
      environment: Record<string, Value>
      compiledCloudFormationTemplate: { Resources: Record<string, Resource> }
    }
    resources: { Resources: Record<string, Resource>; Outputs?: Record<string, object> }
  }
  configSchemaHandler: { defineFunctionProperties: (provider: string, schema: object) => void }
  getProvider: (name: 'aws') => {
    naming: { getStackName: () => string }
    getAwsSdkV3Config: () => Promise<ClientConfig>
  }
  /** Adds a section to what the framework prints at the end. */
  addServiceOutputSection: (name: string, content: string) => void
  configurationInput: { params?: Record<string, Record<string, string>> }
}
