/** Source of a module that stands in for `lib/platform/docs/description.ts` in a bundle: the description itself, already made. */
export const publishDescription = async (): Promise<string> => {
  const { loadDescription: description } = await import('../lib/platform/docs/description.ts')
  const text = JSON.stringify(JSON.stringify(await description()))
  return `let made\nexport const description = async () => (made ??= JSON.parse(${text}))`
}
