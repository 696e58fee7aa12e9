/** Source of a module that stands in for `functions/docs/description.ts` in a bundle: the description itself, already made. */
export const publishDescription = async (): Promise<string> => {
  const { loadDescription } = await import('../functions/docs/description.ts')
  const text = JSON.stringify(JSON.stringify(await loadDescription()))
  return `let made\nexport const loadDescription = async () => (made ??= JSON.parse(${text}))`
}
