const YEAR = /^(?:19|20)[0-9]{2}$/
const REACH = 44
const THING =
  /(?<!\p{L})(?:company|firm|startup|idea|project|product|brand|movement|band|club|language|genre|concept|tradition|party|republic|nation|web|internet|industry|science|entreprise|soci[ée]t[ée]|id[ée]e|projet|produit|marque|mouvement|groupe|langage|langue|parti|r[ée]publique|r[ée]volution|association|service|syst[èe]me|technologie|technology|discipline|festival)(?: \p{L}{1,16}){0,2} (?:was|were|is|are|has been|est|sont|[ée]tait|[ée]taient|a [ée]t[ée])(?: first| d['’]abord| officiellement)? $/iu

/** Whether the year behind "born in" at `start` is that of a thing: "the company was born in 1998", « l'idée est née en 2012 ». */
export function isOfThing(text: string, start: number, value: string): boolean {
  return YEAR.test(value) && THING.test(text.slice(Math.max(0, start - REACH), start))
}
