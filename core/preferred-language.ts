/** More than anyone speaks. */
const RANGES_MAX = 20

/**
 * The language that a reader likes most of those there are; the first of them where none fits.
 * @param header Accept-Language (RFC 9110, 12.5.4)
 */
export function preferredLanguage<L extends string>(header: string | string[] | undefined, languages: readonly L[]): L {
  const ranges = String(header ?? '')
    .split(',', RANGES_MAX)
    .map(parseRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of ranges) {
    const found = languages.find((one) => one === language || language === '*')
    if (found !== undefined) return found
  }
  return languages[0] as L
}

/** `fr-CA;q=0.8` is French. */
function parseRange(range: string): { readonly language: string; readonly quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) || 0 }
}
