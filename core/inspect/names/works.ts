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
  return MADE_BY.test(before) || OF_OFFICE.test(after) || FICTION.test(before) || FICTION.test(after)
}
