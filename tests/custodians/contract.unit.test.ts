import { describeContract } from './contract.ts'
import { startCustom } from './servers/custom.ts'
import { startSimulator } from './servers/simulator.ts'

describeContract('the simulated custodian', () => startSimulator())
describeContract("a system of the tenant's own", startCustom)
