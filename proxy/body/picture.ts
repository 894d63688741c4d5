import { inflateSync } from 'node:zlib'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1')
/** Of a picture: comments, descriptions and what editors keep. More is no picture of a camera or an editor. */
const MAX_CHUNKS = 2000
const MAX_UNPACKED = 262_144
const MAX_TEXT = 1_048_576

/** What a picture says in texts of its own, which compression or the bytes beside them keep from being legible as they stand. */
export function pictureTexts(bytes: Buffer): readonly string[] {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngTexts(bytes)
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? jpegComments(bytes) : []
}

/** The chunks tEXt, zTXt and iTXt (PNG, third edition, section 11.3.3): the checksum behind each may look like a part of its text. */
function pngTexts(bytes: Buffer): string[] {
  const texts: string[] = []
  let left = MAX_TEXT
  let at = PNG.length
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= bytes.length && left > 0; count++) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const text = chunkText(bytes.toString('latin1', at + 4, at + 8), data)
    if (text !== undefined && text !== '') {
      texts.push(text.slice(0, left))
      left -= text.length
    }
    at += length + 12
  }
  return texts
}

function chunkText(type: string, data: Buffer): string | undefined {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd === -1) return undefined
  const keyword = data.toString('latin1', 0, keywordEnd)
  switch (type) {
    case 'tEXt':
      return `${keyword}: ${data.toString('latin1', keywordEnd + 1)}`
    case 'zTXt':
      return `${keyword}: ${unpacked(data.subarray(keywordEnd + 2))?.toString('latin1') ?? ''}`
    case 'iTXt': {
      // A flag, a method, a language and the keyword in that language stand before the text.
      const languageEnd = data.indexOf(0, keywordEnd + 3)
      const translatedEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1)
      if (translatedEnd === -1) return undefined
      const written = data.subarray(translatedEnd + 1)
      const text = data[keywordEnd + 1] === 1 ? unpacked(written) : written
      return `${data.toString('utf8', languageEnd + 1, translatedEnd) || keyword}: ${text?.toString('utf8') ?? ''}`
    }
    default:
      return undefined
  }
}

/** Undefined for what is not packed, or unpacks to more than a text. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED })
  } catch {
    return undefined
  }
}

const COMMENT = 0xfe
const START_OF_SCAN = 0xda

/** The comments before the picture itself (ITU T.81, B.2.4.5), whose length stands in the two bytes before each. */
function jpegComments(bytes: Buffer): string[] {
  const texts: string[] = []
  let at = 2
  for (let count = 0; count < MAX_CHUNKS && at + 4 <= bytes.length && bytes[at] === 0xff; count++) {
    const marker = bytes[at + 1]
    if (marker === START_OF_SCAN) break
    const length = bytes.readUInt16BE(at + 2)
    if (marker === COMMENT) texts.push(bytes.toString('utf8', at + 4, at + 2 + length))
    at += 2 + length
  }
  return texts
}
