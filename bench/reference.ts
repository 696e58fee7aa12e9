import { type CDPSession, chromium } from 'playwright-core'

// Measures how fast the reference of a started platform appears:  node bench/reference.ts [address]

const address = process.argv[2] ?? 'http://localhost:3000/api/docs'
const RUNS = 5

interface Timing {
  /** Milliseconds until the page shows the title of the API. */
  shown: number
  /** Milliseconds until the navigation lists the areas and its links can be clicked. */
  navigable: number
  /** Milliseconds until the component has taken over, and search and operations are there. */
  complete: number
  /** Milliseconds of the processor that the page itself used until then; other programs do not change it much. */
  work: number
  /** The same until a search was answered, its result opened and its request could be sent. */
  used: number
  /** Bytes that came over the network. */
  bytes: number
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext()

const readWork = async (devtools: CDPSession) => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const load = async (): Promise<Timing> => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let bytes = 0
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor({ timeout: 120_000 })
  const shown = performance.now() - begun
  await page.getByText('Warehousing').first().waitFor({ timeout: 120_000 })
  const navigable = performance.now() - begun
  await page.locator('#reference').getByText('Warehousing').first().waitFor({ timeout: 120_000 })
  const complete = performance.now() - begun
  const work = await readWork(devtools)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('combobox').fill('/api/partner/partners')
  await page.getByRole('option', { name: 'List partners' }).first().click()
  await page.getByRole('button', { name: 'Test Request (get /api/partner/partners)' }).waitFor({ timeout: 120_000 })
  const used = await readWork(devtools)
  await page.close()
  return { shown, navigable, complete, work, used, bytes }
}

const report = (name: string, { shown, navigable, complete, work, used, bytes }: Timing) =>
  console.log(
    `${name.padEnd(8)} shown ${shown.toFixed(0)} ms, navigable ${navigable.toFixed(0)} ms, complete ${complete.toFixed(0)} ms, processor ${work.toFixed(0)} ms, used ${used.toFixed(0)} ms, ${(bytes / 1024).toFixed(0)} KB`,
  )

report('first', await load())
const again: Timing[] = []
for (let run = 0; run < RUNS; run++) again.push(await load())
const middle = <K extends keyof Timing>(name: K) =>
  again.map((each) => each[name]).sort((a, b) => a - b)[RUNS >> 1] as number
report('again', {
  shown: middle('shown'),
  navigable: middle('navigable'),
  complete: middle('complete'),
  work: middle('work'),
  used: middle('used'),
  bytes: middle('bytes'),
})
await browser.close()
