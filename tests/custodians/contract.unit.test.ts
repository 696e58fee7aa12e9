import { describeContract } from './contract.ts'
import { startCustom } from './servers/custom.ts'
import { startInternal } from './servers/internal.ts'
import { startSimulator } from './servers/simulator.ts'

describeContract('the simulated custodian', () => startSimulator())
describeContract("a system of the tenant's own", startCustom)
describeContract("a warehouse of the tenant's own", startInternal)
