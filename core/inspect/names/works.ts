/** How far around a name words about works, parts and offices stand. */
const BEFORE = 70
const AFTER = 60

/** Words directly before the name of an author or of a person in public office. */
const MADE_BY =
  /(?:^|[^\p{L}])(?:(?:écrit|composé|interprété|réalisé|peint|chanté|présidé|leadé)e?s? (?:et \p{L}+ )?par|(?:livres?|romans?|films?|chansons?|albums?|œuvres?|oeuvres?|tableaux?|poèmes?|biographie) (?:[\p{L}0-9]+ ){0,4}(?:de|d['’])|(?:création|invention) (?:de [0-9]{4} )?(?:de|d['’])|(?<!(?:our|my|notre|votre|your|nos|mon|le|la) )(?:CEO|PDG|DJ|premier ministre|prime minister|chancelier|chancellor|senator|sénateur|sénatrice|pape|pope))\s{0,2}$/u
const OF_OFFICE = /^, (?:the )?(?:CEO|PDG|chairman|president|founder) (?:of|de|du|d['’]) ?\p{Lu}/u
/** Words around the names of invented people. */
const FICTION =
  /(?:^|[^\p{L}])(?:personnages?|characters? (?:in|of|from|such)|protagonistes?|protagonists?|fictional|fictive?s?|sorcière?s?|wizards?|épisodes?|episodes?|saga|animes?|mangas?|jeu vidéo|video game|(?:main|secondary) characters?)(?:$|[^\p{L}])/iu

/** Whether a name is a public one by its work or office, or an invented one: told by the words around `start` to `end`. */
export function isOfWork(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const after = text.slice(end, end + AFTER)
  return (
    (mayEndMadeBy(before) && MADE_BY.test(before)) ||
    (after.startsWith(', ') && OF_OFFICE.test(after)) ||
    FICTION.test(before) ||
    FICTION.test(after)
  )
}

/** Whether the last letter may be that of a word which MADE_BY ends with: most words before a name end with another. */
function mayEndMadeBy(before: string): boolean {
  const code = before.charCodeAt(before.length - 2)
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return !isLetter || before.charCodeAt(before.length - 1) !== SPACE || MADE_BY_ENDS.includes(String.fromCharCode(code))
}

const SPACE = 0x20
const MADE_BY_ENDS = 'reOGJ'
