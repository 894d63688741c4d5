/** Words about names, in lower case without accents. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean))
}

/** Titles, which stand before a name. A point may follow them. */
export const TITLES = words(`
  mr mrs ms miss mx dr prof sir dame rev reverend fr sr capt captain sgt lt col hon judge justice
  m mm mme mmes mlle mlles me pr docteur monsieur madame mademoiselle maitre professeur messieurs mesdames monseigneur mgr
  herr frau senor senora signor signora dhr mevrouw doctor professor mister
`)

/** Particles between the parts of a name. */
export const PARTICLES = words(
  'de du des da dos das di del della la le les van von der den ter ten zu zum el al bin ibn ben abu st saint mac mc',
)

/** Words behind a name that show that it names something else. */
export const BREAKERS_AFTER = words(`
  inc ltd llc llp corp corporation gmbh ag sa sas sarl plc co company group holding bank records press university college school institute
  academy street st avenue ave road rd lane ln drive dr boulevard blvd square court ct place plaza way park bridge hospital clinic church
  cathedral airport station stadium arena theatre theater museum library center centre foundation award prize medal trophy cup orchestra
  line hotline margarita martini mojito olympics band quartet trio team club league championship law laws theorem lemma conjecture equation constant distribution algorithm method test
  syndrome disease act day island islands river lake bay mountain mount valley beach county city town village hotel restaurant cafe
  studios pictures entertainment games software systems technologies labs api airlines airways motors brothers sons associates partners
  magazine times post news tower building house castle palace road's dynasty empire kingdom war treaty edition series
  region unified border census borough parish cty prov strait gulf sea ocean peninsula archipelago airpark airfield heliport township
`)

/** Words before a name that show that it names something else. */
export const BREAKERS_BEFORE = words(`
  rue avenue av boulevard bd place square quai impasse allee chemin route pont porte cours passage faubourg lycee college ecole hopital
  clinique chu universite institut prix stade gare aeroport fondation musee theatre mount mont lake lac port fort san santa santo los las
  saint sainte street hotel college cathedral prize school bridge tour chateau hospital the les eglise notre ile centre station metro
  via rua calle strasse straat ulica piazza viale corso camino avn passages villa residence batiment soldado pte ch chu clin
  loi syndrome maladie theoreme algorithme methode rio oued wadi cerro ilha isla puerto
`)

/** Capitalised words that are neither common words nor names of persons. */
export const NOT_NAMES = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
  december lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre
  novembre decembre europe africa asia america france germany england britain spain italy belgium switzerland canada mexico brazil
  china japan india russia australia ireland scotland wales portugal netherlands poland sweden norway denmark finland greece turkey
  egypt morocco algeria tunisia israel iran iraq ukraine vietnam korea pakistan bangladesh nigeria kenya argentina chile peru colombia
  allemagne angleterre espagne italie belgique suisse maroc algerie tunisie chine japon inde russie paris london lyon marseille toulouse
  nice nantes strasbourg bordeaux lille rennes montreal quebec geneve bruxelles berlin munich madrid barcelona rome milan vienna prague
  amsterdam dublin lisbon moscow tokyo beijing shanghai delhi mumbai sydney melbourne toronto york boston chicago houston dallas austin
  seattle denver miami atlanta phoenix portland vegas angeles francisco diego washington california texas florida virginia georgia
  carolina dakota ohio michigan illinois london manchester oxford cambridge english french german spanish italian chinese japanese
  arabic latin greek american british european african asian indian francais francaise anglais allemand espagnol italien chinois
  google amazon apple microsoft facebook twitter instagram linkedin youtube netflix tesla openai anthropic github gitlab docker python
  java javascript typescript ruby rust swift kotlin perl linux windows android ubuntu debian excel word powerpoint photoshop chrome
  firefox safari slack zoom spotify wikipedia chatgpt gpt claude gemini siri alexa copilot bard llama mistral django flask react angular
  vue node mongo redis oracle mysql postgres sql html css json xml yaml http https api url pdf csv usa uk eu un nasa fbi cia nato ceo cto
  cfo hr ai ml nlp gpu cpu ram ssd usb bible coran torah islam christianity buddhism catholic protestant muslim jewish christian god jesus
  christ allah buddha internet web covid earth moon sun mars jupiter saturn venus mercury christmas easter paques ramadan
  sir madam maire prefet prince princess king queen lord lady angel costa gen dj sim nur ide rica santa saint sainte star trek wars marvel disney
  add ok yes no hello hi hey dear bonjour salut merci thanks please user assistant system human bot admin null none true false
  one two three four five six seven eight nine ten first second third north south east west nord sud est ouest
  ursa borealis australis camelopardalis lynx dorado aries taurus siberia sahara patagonia antarctic arctic atlantic pacific caribbean arizona alaska arkansas colorado connecticut hawaii idaho iowa kansas
  kentucky louisiana massachusetts minnesota mississippi missouri nebraska oklahoma oregon pennsylvania tennessee utah wisconsin wyoming
  chapter section figure table step note warning error question answer example task input output response prompt context
`)

/** In the list above as names of products, and names of persons where a family name follows: "Claude Martin". */
export const ALSO_GIVEN = words('claude alexa siri')

/** Words for relations. The name that follows one is a person's: "my kid Lukas", « mon collègue Karim ». */
export const RELATIONS = words(`
  kid son daughter child wife husband brother sister mother father mom dad grandmother grandfather aunt uncle cousin nephew niece friend
  girlfriend boyfriend classmate housemate flatmate hire intern trainee landlady nanny babysitter accountant lawyer attorney solicitor dentist plumber electrician secretary supervisor tutor tenant landlord employee nurse cleaner gardener mentor colleague coworker boss manager neighbour neighbor roommate partner fiance fiancee teacher
  fils fille enfant femme epouse epoux mari frere soeur mere pere maman papa tante oncle neveu ami amie copain copine collegue patron
  patronne voisin voisine colocataire conjoint conjointe compagne compagnon avocat avocate notaire dentiste locataire employe employee apprenti apprentie eleve plombier chef cheffe stagiaire alternant alternante collaborateur collaboratrice comptable nounou filleul filleule patient patiente medecin infirmiere salarie salariee
`)
