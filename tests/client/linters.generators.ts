import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, runTool } from './run-tools.ts'

const { folder, config, remove } = await makeFolder()
afterAll(remove)

describe('the API description', () => {
  it('has no errors and no warnings for Redocly', async () => {
    const said = await runTool('redocly', ['lint', 'openapi.json', '--config', config('redocly.yaml')], folder)
    expect(said).toContain('Your API description is valid')
    expect(said).not.toContain('warning')
  })

  it('has no errors and no warnings for Spectral', async () => {
    const args = ['lint', join(folder, 'openapi.json'), '-r', config('spectral.yaml'), '--fail-severity=warn']
    expect(await runTool('spectral', args, folder)).toContain('No results with a severity')
  })
})
