import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import type { Serverless } from './serverless.ts'

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
        const cloudFormation = new CloudFormationClient(await provider.getAwsSdkV3Config())
        const StackName = provider.naming.getStackName()
        const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
        const found = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === OUTPUT)
        if (found?.OutputValue) serverless.addServiceOutputSection('address', found.OutputValue)
      },
    }
  }
}
