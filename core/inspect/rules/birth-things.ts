const YEAR = /^(?:19|20)[0-9]{2}$/
const REACH = 44
const THING =
  /(?<!\p{L})(?:company|firm|startup|idea|project|product|brand|movement|band|club|language|genre|concept|tradition|party|republic|nation|web|internet|industry|science|entreprise|soci[ée]t[ée]|id[ée]e|projet|produit|marque|mouvement|groupe|langage|langue|parti|r[ée]publique|r[ée]volution|association|service|syst[èe]me|technologie|technology|discipline|festival)(?: \p{L}{1,16}){0,2} (?:was|were|is|are|has been|est|sont|[ée]tait|[ée]taient|a [ée]t[ée])(?: first| d['’]abord| officiellement)? $/iu

/** Animals, and what people say of a project or firm whatever date follows. */
const CREATURE =
  /(?<!\p{L})(?:panda|puppy|puppies|kittens?|cat|dog|foal|calf|horse|elephant|giraffe|lion|cub|cubs|pony|chaton|chatte|chat|chienne?|chiot|jument|cheval|poulain|veau|[ée]l[ée]phant|girafe|lionceau|ours)(?: \p{L}{1,16}){0,1}(?: (?:was|were|is|est|[ée]tait))? $/iu
const NAMED_THING =
  /(?<!\p{L})(?:python|java|javascript|linux|ruby|rust|google|facebook|amazon|bitcoin|wikipedia|youtube|twitter|unix|windows|netflix|tesla|apple|microsoft|openai) (?:was|is|est) $/iu

/** Whether the date behind "born in" at `start` is that of a thing: "the company was born in 1998", « l'idée est née en 2012 ». */
export function isOfThing(text: string, start: number, value: string): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  return CREATURE.test(before) || THING.test(before) || (YEAR.test(value) && NAMED_THING.test(before))
}
