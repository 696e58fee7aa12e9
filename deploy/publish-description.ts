/** Returns the source of a module that replaces `functions/docs/description.ts` in a bundle and contains its result. */
export const publishDescription = async (): Promise<string> => {
  const { loadDescription } = await import('../functions/docs/description.ts')
  const text = JSON.stringify(JSON.stringify(await loadDescription()))
  return `let description\nexport const loadDescription = async () => (description ??= JSON.parse(${text}))`
}
