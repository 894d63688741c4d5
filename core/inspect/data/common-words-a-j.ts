/** A part of common-words.ts: a to j. */
export const COMMON_WORDS_A_J = `
  aa aaa aaab aabc ab abandoned abc abcd abcdef abd aberration abilities ability able abondance abonnement about above
  abs absence absolute absolutely absorption abstract abstractmethod ac academic acb acc accent acceptable accepted
  accepts acces access accessibility accessible accessories accident accompanying according accordingly account
  accountant accounts accum accuracy accurate accurately ace achat acheter achieve achievements achieving acronym
  across act acting action actionable actions activate activated activation active activite activites activities
  activity acts actual actually actuel actuelle actuellement ad adapt adaptable adaptation adapte adapter adapting
  adapts add added adding addition additional additions address addressed addresses addressing adds adf adhere
  adherence adheres adhering adhesion adjacent adjust adjustable adjusting adjustment adjustments admin administration
  administrative adrenal ads adult adults advanced advancements adventure advertisements advertising advice advisor ae
  aea aeb aee aesthetic aesthetically aesthetics af afa afe affect affected affecter affiche affinity afford affronter
  afin after afternoon again against age aged agencies agency agent agentic agents ages aggressive agit ago agree
  agreement ahead aid aide aider aides aime aimed aiment aimerais aiming aims ainsi air airbrush airbrushing airport
  airy aisle ait ajoute ajouter al album alcoholic alerts algebra algorithm algorithme algorithms aliases alien align
  aligned alignment alignments aligns all aller allergic allez allow allowance allowed allowing allows allure almost
  alone along alongside alors alpha alpine already also alt alter altering alternative alternatives altogether always
  am ama amas amateur amazing amber ambient ambiguities ambiguity ambiguous ameliorer ami amidst amis among amount
  amounts amour an analog analogies analogy analyser analyses analysis analyst analytical analytics analyze analyzed
  analyzing anatomy anchor anchors ancient and anecdotes anglais angle angled angles animal animals animated animation
  animations animaux anime anneau anneaux annees annotated announced announcement annual another ans answer answering
  answers anti antigen antigens any anything anywhere ao apartment aperture api apiece apoptosis app appeal appealing
  appear appearance appeared appearing appears appel appelee appelle append appending appetizing apple apples
  applicable application applications applied appliquent apply applying appointments apprecie apprendre approach
  approaches appropriate approval approved approx approximate approximately apps apres aquarium aquariums ar arbres
  arc arcade architect architectural architecture architectures archive archived arcs are area areas argent argument
  arguments arm arms around arr arrange arranged arrangement arranging array arrays arrival arrive arriver arrows art
  article articles artifact artifacts artificial artificielle artist artistes artistic artwork as ascending ascension
  ascii ask asked asking asks aspect aspects assay assays assert assertstring assess assessed assessment asset assets
  assez assign assigned assignment assignments assist assistance assistant assisting associated associes assume
  assuming assumptions assurer astrological astrology astronautes asymmetrical at ate athlete athletic atmosphere
  atmospheric atmospherique attached attachment atteindre atteint attempt attend attendance attended attendees
  attention attire attitude attn attract attraction attractions attractive au aucun aucune audience audiences audio
  audiovisuel audiovisuels audit augmente augmenter aura aurait aussi autant auteur auth authentic authenticate
  authentication authoritative authority authorization auto automate automated automatic automatically automating
  automation automatique automatisation autoroute autour autre autrement autres aux availability available avais avait
  avance avancer avant avantages avatar avec avenir aventure average avez avg aviator avocado avoid avoiding avoir
  await award aware awareness away axiome axis ayant ayn ba babies baby back backbone backdrop backend background
  backgrounds backpack backwards backyard bacteries bad badge baf bag bags bak bake baked bakery bakes baklava balais
  balance balanced balances balconies balcony bales ball balloon balloons balls banana bananas band bandages bank
  banques bar barbe bare barefaced barely barrel bars bartender basant basculer base baseball based basees bash basic
  basket basketball basses bassin bassins batch batches bathroom battery bb bba bbd bbf bc bca bcb bcd bceb bd bdb bde
  be beach beak beams beans beanstalk bearing beaucoup beautification beautiful beauty because become becomes becoming
  bed bedroom bedrooms beds beef been beer bees beeswax before began begin beginner beginners beginning begonias
  behavior behaviors behaviour behind beige being belief believable believe belle below benchmarks beneath beneficial
  benefit benefits bent berries bert beside besoin besoins best beta beton better between beurre beyond bf bfca bfcd
  bff bfloat bias biblical bicycle bien big biggest bijou bike bikes bikini bill bills bin binary bind binding bio
  biological biology bir bird birds birth birthday bit black blacks blague blagues blanc blancs blank blazer bleach
  bleeding blend blending bleue blind block blockbuster blockchain blocking blocks blog blogs blonde blood bloom
  blouse blouses blown blue blueberry blueprint blues blur blurred blurry blush board boat body bois bokeh bold
  bologna bolt bolts bon bonne bonnes bonus book booking bookings books bool boolean boost booth boots border borders
  boring bos both boton bottle bottled bottlenecks bottles bottom boucle bought bounce bound boundaries bouquet bout
  bow bowl bowls box boxes boy boys bra bracket bracketing brackets branch branche brand branding brands brass bread
  break breakdown breakfast breaking breakpoints breaks breast breath bridge brief briefing briefly bright bring
  broadcast broadcaster broadly broken brother brothers brought brow brown brownies brows browser brushing
  brushstrokes brutally bubbles bucks budget buffer buffers bug bugs build builder building buildings built bulk
  bullet bulleted bullets bullying bun bunch bundle bureau burns burst bus bushes business businesses bust bustling
  busy but button buttons buy buying buys buzz buzzwords by ca cab cache cached caches caching cada cadeau cadre caf
  cafe cak cake cakes cal calcium calculate calculates calculating calculation calculations calculer calculs calendar
  call called caller calling calls calm calmly calorie calories camcorder came camera camisole campaign campaigns can
  cancer candid candidate candidates candidature candies candle candles candy cannolis cannot canvas cap capabilities
  capable capables capacite capacites capacity caps captivating capture captured capturer captures capturing car
  caractere caracteres card cardigan cards care career carefully caricature carpet carried carrier carriers carrots
  carry cars carte cartes carton cartoon cartoonish cas cascades case cases cash casinos casque cast casting casual
  casually cat catamphetamine catch catches catching catchlights catchy categories category cats caught cause causes
  cb cba cbe cc cd cdd cdf ce cea ceiling cela celebrating celebration celebratory cell celle celles cells cellular
  cellules celui cemetery center centered centimeters central centrales centre cents century ceremonies certain
  certaine certaines certainly certains cerveau ces cet cette ceux cf cfe cfg cgi ch chacun chacune chain chair chairs
  chaleur chalk challenge challenges challenging champ champignons chan chance change changed changelog changement
  changer changes changing channels chanson chaotic chapter chaque char character characteristic characteristics
  characters charcoal charge charged charges charity charming chars chart chat chats chaud cheapest check checkdigits
  checking checklist checks checksum cheek cheekbones cheeks cheerful cheese chef chemin cherche cherchez cherries
  chess chest cheval cheveux chez chiaroscuro chic chicken chickens chien child children chimiques chin chips chocolat
  chocolate choice choices choisi choisir choix choose choosing chore chose chosen choses chromatic chronic
  chronological chubby chunks church ci ciel cigarette cinema cinematic cinematography cinnamon circles circular
  circulating citation citations cities citoyens city claim claims clair clarification clarify clarifying clarity
  class classe classes classic classification classmates classmethod claude clay cle clean cleaned cleaners cleaning
  cleanliness clear clearer clearing clearly cleavage cles cliches click clicks client clients climatique climb clinic
  clinical clipped cliquez clonal cloned clones close closed closely closing clothes clothing cloud clouds cloudy cls
  club clues clutter co coach coat cobblestone cocktail code codebase codeql codes codigo coding coeur coffee
  coherence coherent cohesive coins cok cold collaboration collage collar collatz collect collected collection
  collections collects college collision color colored colorful colorpalette colors columns com combat combien
  combinaison combined combining come comes comfort comfortable comic coming command commandes commands comme commence
  comment commentary comments commerce commercial commerciales commission commit commitments commits common commun
  communaute communicate communication communiquer communities community compact companies company compare compared
  comparer comparing comparison comparisons compatibility compatible compelling competence competences competencies
  competency competing competition competitive competitor competitors compile complement complete completed completely
  completeness completing completion complex complexes complexity compliance compliant component components
  comportements composants composed composition compound compounds comprehension comprehensive comprendre compressed
  compression compris compte comptez computer computers con concatenate concentration concentrations concept concepts
  conceptual concerns concert concise conclude conclusion conclusions concrete concu condensation condition
  conditioner conditions conduct conducteur conducting conduite conference confidence confident confidentiality
  confidently config configs configuration configurations configured configuring confirm confirmation confirmed
  conflict conflicts conflits confused conjecture connaitre connect connected connection connections connectivity
  connu conscious conseiller consensus consequence consequences consider considerations considere considered
  consideree considerees considerent considerer considering consiste consistency consistent consistently consists
  console consommation consommer const constant constrained constraints construct construction constructive construire
  consultant consultation consulter consulting consume consumed consumer consumes contact contacter contain contained
  container containers containing contains contemplative contemporary contenant content contenus context contexte
  contexts contextually contient continue continuer continuity continuous contour contours contract contracts
  contraire contrast contrasting contre contribution contributions control controle controlled controls controversial
  convaincu convenience conventional conventions conversation conversational conversations conversion convert
  converted convey conveying cookies cooking cool cooler cools coordinate coordinates copies copilot copy copying
  copyleft coral core corner corners corporate corps correct corrected correction corrections correctly correctness
  correspond corresponding cortisol cost costing costs costume cote cotes could couleur couleurs count counter
  counting countries country countrycode countrycodearray counts coup couple coupled coupon coupons coups courage
  couramment courbes cours course courses court couts cover coverage covered covering covers cow cows cozy cpu crabs
  cracked craft crafted crafting crayon crayons cream creamy create created creates creating creation creative
  creatively creativity creator creature credible credit cree creer creme crepe crepes crest crimson crisis crisp
  criteria critic critical critically criticism crois crooked crop cross crossed crowd croyances crucial
  crueltyfreekitty cruise crumbs crushed cryptocurrency crystal crystals cs cube cubes cuckold cuillere cuire cuisine
  culinaires cultural culture cultured cultures cup cupcakes cups curly currency current currently curtains curve
  curved curves curvy cushions custom customer customers customizable customization customize customized cut cute cuts
  cutting cyan cyberpunk cybersecurity cycle cycles cypress cytosol cytotoxicity da dad dae daily daisies damage dance
  dancing danger dangerous dans dark darkening darker darkness dashboard dashes data database databases dataset
  datasets datauri date dates daughter day daylight days db dc dd ddc ddd dddddddabc dde de dea deadlines deal
  dealership debate deben debit debris debt debug debugging dec decades decay deception dechets decide decided decides
  decision decisions deck decoder decorations decorative decouvrir decrease decreased decrementent dedicated deep
  deepen deeper deeply def default defaults defense defi define defined defines defining definit definition
  definitions definitive defis deformed degree degrees dehors deja del delay delays delete delicate delimeter deliver
  deliverable delivered delivering delivers delivery delta demain demand demande demander democratie demographic
  demographics demonstrate demonstrated demonstrating denim denom denominator density depend dependencies dependency
  dependent depending dependra depenser depenses depict depicted depicting deplace deploy deployed deployment deposit
  deprecated deps depth depuis der derivative derived dernier derniere des desaturated describe described describing
  description descriptions descriptive design designated designed designer designing designs desired desk desktop
  dessert desserts dessus destination detail detailed detailing details detect detected detectee detection detendre
  determination determine determined determiner determines dettes deux dev devant devcontainers devdependencies
  develop developer developers developing development developpement developper developpeurs devenir devez device
  devices devient devriez dexamethasone df dfe diabetes diagnosis diagonally diagram diagrams dialogue dict dictionary
  did didn die diet dietary diff difference differences different differentes differentiation differents difficile
  difficiles difficulty diffused digest digit digital digits digitsarray dilapidated dim dimension dimensional
  dimensions dimes dimly dinner dinosaur dinosaures diorama dir dire direct directe directement direction directions
  directly directories directory dirt disable disabled discipline discount discours discovered discovers discovery
  discuss discussed discussing discussion discussions discuter disease dish dishes disk display displayed displays
  disponible disponibles disque disques distance distant distinct distinctive distorted distortion distracting
  distractions distributed distribution districts dit div dive diverse diversity divided divides divination diviseur
  divisible divisor dk do docker docs docstring docstrings doctor document documentary documentation documented
  documents does doesn dog dogs dogumdan doing dois doit doivent doll dollar dollars domain domaines domains dominant
  don donc done doner donne donnee donnees donner donnes dont door doorbell dos dosage dosha dossier dot double
  douleur down download downloads downward dozen dozens draft drafting drag dragon dragons dramatic dramatically drank
  draw drawing drawn dream dreamy dress drift drifting drills drink drinks drive driven driver drivers drives driving
  droite drole dromedaries drop droplets drove dry dtype du dual due duplicate duplicated dur durable duration
  durations duree during durs durumunda dusk dust dynamic dynamically dynamics ea each ead eae ear earlier early earn
  earned earnings earns earrings ears earth earthy easily easy eat eaten eating eats eau eb ebb ebd ec eca echelle
  ecole ecologiques economic economie economique economiques economiser ecosystem ecrire ecrit ecriture ecrivez ed ede
  edf edge edged edges edit editing edition editions editor editorial edits education educational ee eea eeb eec eee
  eerie ef efb efd efe effect effective effectively effectiveness effects effet effets efficace efficacement
  efficiency efficient efficiently effort efforts egal egalement egg eggs eight ein either el elbow elbows electric
  electricite electricity electrique electronic elegance elegant elem element elements elephants elevator elevee elif
  elite elle elles else em email emails embeddings eme emerald emergency emerging emises emojis emotion emotional
  emotions empathy emphasis emphasize emphasizes emphasizing empire emplacement employe employee employees employes
  empowered empty en enable enabled enables enchanted encoded encoder encore encourage encourages encouraging
  encryption end ended endothelial endpoint endpoints endroit endroits ends endswith energetic energie energy enfant
  enforced engage engaged engagement engaging engine engineer engineering engines enhance enhanced enhancement
  enhancements enhancer enhances enhancing enigme enlightening enormous enough enrich enrolled ensemble ensuite ensure
  ensuring entered entering enterprise entertaining entire entirely entites entities entity entrainer entrance entre
  entree entrees entreprise entreprises entretien entries entropy entry enumerate env environ environment
  environmental environments environnement eolienne eos epargner epic episode epreuves equal equally equation
  equations equipe equipment equity equivalent era erreur error errors es escape eslint espace espaces especially
  espere esprit essay essence essential est establish established estimate estimated estimates estimation estimer et
  etabli etaient etais etait etant etape etapes etat etats etc ete etes ethanol ethereal ethical ethics ethique
  ethnicity etiquette etoile etoiles etre etres etude etudes eu euros eux evaluate evaluated evaluating evaluation
  evaluer even evenements evening evenly evens event events ever every everyday everyone everything evidence evident
  evitant eviter evoke evoking exact exactly exaggerated exaggeration exam example examples except exception
  exceptional excessive exchange exciting exclude excluded exclusively executable execute execution executive exemple
  exemples exercise exercises exist existe existence existent existing exists exit expand expanding expectations
  expected expenses expensive experience experienced experiences experiment experimentation experiments expert
  expertise experts expiry explain explaining explanation explanations explanatory explicit explicitly expliquer
  exploitation exploration explore exploring export exports expose exposed exposing exposure expressing expression
  expressions expressive extend extended extending extensible extension extensions extensive external externes extra
  extract extracted extracting extraction extracts extreme extremely eye eyeliner eyes fa faa fabric face faces facial
  facile facilitate facing facon fact facteurs factor factors facts factual faded fading faible faibles fail failed
  failure failures faint fair faire fairy fais faisant fait faits fake faker fall fallback falling falloff false
  families famille family fantasy far farm farmer farmers farther fashion fast faster fastest father faut faux favicon
  favorite fb fba fbd fbe fc fcb fd fda fdf fe fea fear fears feat feathers feature features featuring fed fee feed
  feedback feeds feel feeling feelings feels fees feet felt female femme festive fetch feuilles few fewer ff ffa fi
  fiable fib fiber fichiers fidelity field fields fifth figure figures fil filas file filename files filings fill
  filled filler filling fills film films filter filtering filters fin final finale finals finance financement
  financements finances financial financier financiere financiers find finding findings findphonenumbersintext finds
  fine finger fingerless fingerprints fingers finie finish finished finishes fins fiole fioles fire firm first fiscal
  fish fisherman fisheye fit fitness fits fitted fitting five fix fixed fixes fixture fixtures fizz flag flames flare
  flash flat flattering flavor flaws flex flexibility flexible flickering flight flights flip float floating flooded
  floor floors floral flour flow flower flowers flowing flows fluctuations fluff fluid fluorescent flush fly flyaways
  flying focal focus focusarea focused focuses focusing fog fois fold folder folding folds follow followed followers
  following follows fonction fonctionnalites fonctionnement fond font food foot football for forbidden force
  foreground forehead foreign forest forets form formal format formation formats formatted formatter formatting forme
  forment formes forming forms formula formulas fort forte forts forum forums forward forwarding found foundation
  foundational four fournissent fournisseurs fourth fp fps fr fragments frame framed frames framework frameworks
  framing francais francaise freckles free freelance french frequency frequently frere fresh friction fridge friend
  friendly friends fries fringing frizz from front frontal frontend frozen fruit fruits fruity full fully fun function
  functional functionalities functionality functions fund funding funny fur furniture further fusion future futures
  futuristic fuzzy gadgets gagnant gain galaxie galaxies gallon gallons game gameplay games gaming gamme gap gaps
  garantir garden gas gather gathering gauche gave gaz gaze gear geceler geli gemini gemstone gender genders gene
  general generalement generate generated generateur generating generation generations generator generent generer
  generic genes genre genres gens gentle gently genuine genuinely geocoding geographic geometric geometry geopolitic
  gerer get gets gettemplate getting giant gibi gift gifts girl girls git github gitlab give given gives giving glace
  glam gland glass glasses gliner glistening glitches global gloss glossy gloves glow glowing glucocorticoid glucose
  glue go goal goals goats god goes goggles going gold golden goldfishes good goods got gothic gouvernements gov
  government gpa grace gracefully grade grades gradient gradients grading grain grammar grams grand grandchildren
  grande grandes grands grapes graphic graphics graphique graphiques graphismes grass gravel gravitationnel
  gravitationnelle gray great greater greatest greek green grey grid gritty groceries grocery ground grounded grounds
  group groupe groups grow grows growth guess guesses guest guests guidage guidance guide guidelines guides guiding
  gum gumballs gun gunu guppies gut gym habit habitable habits had hafta hair haircare hairline hairs hairstyle half
  halinde hall hallucinations hallway han hand handheld handle handled handling handmade hands handwritten hanging
  happened happens happiness happy hard hardening hardware harmful harmony harness harsh has hashtags hat hatching
  hats haul haut haute hauteur have having hay haze hazy he head header headers heading headings headlights headline
  health healthy heard heart heat heating heavily heavy heels height held hello help helped helpers helpful helping
  helps hepatitis her here heritage hero heros herself hesitez heure heures hex hf hidden hierarchy high higher
  highest highlight highlighted highlighting highlights highly hiking hills him himself hint hints hip hips hire hires
  his histogram histoire historic historical history hit hive hiver hobby hold holding holds holes holiday holographic
  home homes homework homme honest honey hoodie hooks hoop hoops hop horizon horizontal horizontally hormone hormones
  horoscope horror horse horses hospital host hosting hot hotdog hotel hour hourglass hours house household houses
  hover how howls hr html http https hu hub huge huggingface humain humaine humains human humans humidite humor
  humorous humour hungry hunt hybrid hydrogene hype hyper hyperrealistic hypothese hypothesis hypoxia hypoxic
  ibanregexthroughcountrycode ice ici icon iconic icons id idea ideal ideas ideation idee idees identical identifiable
  identification identified identifier identify identifying identite identity ids idx if ignore il ile illuminated
  illuminating illumination illustrate illustration illustrative ils image imagery images imagine img immediate
  immediately immerse immersive immune immunodeficiencies immunodeficiency immunoglobulin impact impactful impacts
  imperfect imperfections implement implementation implementations implemented implementing implications implicit
  implied implique import importance important importante importants importe imported imports imposing impossible
  impression improve improved improvement improvements improving in inactivation incertitude inch inches include
  included includes including incluent inclusive income incomplete inconsistencies inconvenients incorporate
  incorporating incorrect increase increased increases increasing incremental incrementee incrementent ind indentation
  index indicate indicated indicating indicators indices indicies indigo indiquer indistinguishable individual
  individually individuals individus indoor indoors induce induced induction industrial industries industry
  inefficiencies infected inference influence influences info infographic inform informal information informations
  informatique informative informed infra infrastructure ingenieur ingredient ingredients inhabitants inhibitory init
  initial initialized initially initiatives injection injurious injury ink inline inner innovative input inputs
  inquiries insert inside insight insightful insights inspiration inspired instability install installed instance
  instances instant instantanee instantly instead institutional institutions instructed instruction instructions
  instructor int intact integer integers integrate integrated integrating integration integrations integrity
  intellectual intelligence intelligent intended intense intensity intent intention intentional intents interact
  interacting interaction interactions interactive interagit interesse interest interested interesting interests
  interets interface interfaces interferon interieur interior interlaced interleukin intermediate internal
  international internet interpret interpretation interpretations interracial intersection intersperse intervals
  intervention interview interviews intimate into intricate introduce introducing introduction introspection intuitive
  invent invented inventory invested investigated investigation investigative investigator investing investissement
  investissements investment invests invitation invite inviting involve involved involves inward ios iphone irises
  iron is iscube isdate isemail isinstance isiso ismobilephone isn iso isogenies isolated isolation isometric
  ispassportnumber ispostalcode issue issues istaxid isurl isuuid it item items iteration iterations iterative
  itinerary ititnamecheck its ivory iyi izin ja jacket jam jamais jar jardinage jargon jars javascript javelin jawline
  jazz je jeans jello jelly jersey jeu jeune jeux jewelry job jobs join joker jokes jouer joueurs jour journal journee
  journey jours joy joyful jpeg js json judgment judicieusement juego juggling juice juices jump junior jusqu just
  justice justification justified
`
