import { createRequire } from 'node:module'
import type { ClientConfig, Serverless } from './serverless.ts'

/** The part of the client for CloudFormation that the plugin uses; it is installed beside the framework. */
interface CloudFormation {
  CloudFormationClient: new (config: ClientConfig) => { send(command: object): Promise<Described> }
  DescribeStacksCommand: new (input: { StackName: string }) => object
}

interface Described {
  Stacks?: { Outputs?: { OutputKey?: string; OutputValue?: string }[] }[]
}

const framework = createRequire(new URL('framework/package.json', import.meta.url))

const OUTPUT = 'ApiUrl'
/** The address of a machine, which serverless.yml has for those who set none. */
const LOCAL = 'http://localhost:3000'
const ADDRESS = { 'Fn::Sub': 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' }

/**
 * Makes the address that the gateway gives the API an output of the stack, prints it after a deployment, and uses it
 * wherever an address of the API is missing.
 */
export default class AddressPlugin {
  hooks: Record<string, () => void | Promise<void>>

  constructor(serverless: Serverless) {
    this.hooks = {
      'before:package:initialize': () => {
        const { environment } = serverless.service.provider
        for (const [name, value] of Object.entries(environment)) if (value === LOCAL) environment[name] = ADDRESS
        serverless.service.resources.Outputs = {
          ...serverless.service.resources.Outputs,
          [OUTPUT]: { Description: 'Address of the API, unless PUBLIC_URL names another one', Value: ADDRESS },
        }
      },
      'after:deploy:deploy': async () => {
        const provider = serverless.getProvider('aws')
        const { CloudFormationClient, DescribeStacksCommand }: CloudFormation = framework(
          '@aws-sdk/client-cloudformation',
        )
        const cloudFormation = new CloudFormationClient(await provider.getAwsSdkV3Config())
        const StackName = provider.naming.getStackName()
        const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
        const found = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === OUTPUT)
        if (found?.OutputValue) serverless.addServiceOutputSection('address', found.OutputValue)
      },
    }
  }
}
