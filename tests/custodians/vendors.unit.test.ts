import { describeContract } from './contract.ts'
import { startAmazon } from './servers/amazon.ts'
import { startBol } from './servers/bol.ts'
import { startEasyPost } from './servers/easypost.ts'
import { startFlexport } from './servers/flexport.ts'
import { startShipBob } from './servers/shipbob.ts'
import { startShipHero } from './servers/shiphero.ts'

describeContract('ShipBob', startShipBob)
describeContract('ShipHero', startShipHero)
describeContract("Amazon's Multi-Channel Fulfillment", startAmazon)
describeContract('Flexport', startFlexport)
describeContract('EasyPost', startEasyPost)
// Nothing can be ordered at bol, so that its mirrored orders have tests of their own.
describeContract('bol', async () => {
  const { connector, ...stage } = await startBol()
  const { orders: _, ...mirror } = connector
  return { ...stage, connector: mirror }
})
