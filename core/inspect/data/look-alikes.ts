/**
 * Letters of other scripts that are drawn like Latin ones in most fonts, with the Latin letter (a choice of Unicode UTS 39,
 * confusables.txt: those that pass unnoticed in a word).
 */
const PAIRS = `
  аa еe оo рp сc хx уy іi јj ѕs ԁd һh ԛq ԝw ӏl ҽe ѵv ɡg ɑa ɩi ıi
  АA ВB ЕE КK МM НH ОO РP СC ТT ХX УY ІI ЈJ ЅS ԌG ԚQ ԜW ӀI Ѵv Ꮪs
  οo αa νv ρp ιi υu κk τt ϲc ϳj
  ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC
  օo հh ոn սu ցg զq ɴn ʀr ʏy ʟl ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜱs
  ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏚS ᎢT ᏙV ᎳW ᏃZ
`

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  PAIRS.split(/\s+/)
    .filter((pair) => pair !== '')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
)

/** The Latin letter that this character is drawn like; undefined where it is not. */
export function lookAlike(character: string): string | undefined {
  return LOOK_ALIKES.get(character)
}
